import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LinkedList, type Linked } from '../../src/runtime/linked-list.ts';

interface Named extends Linked<Named> {
  readonly name: number;
}

function named(name: number): Named {
  return { name, before: undefined, after: undefined };
}

function inOrder(list: LinkedList<Named>): readonly number[] {
  const names: number[] = [];
  for (let link = list.first; link; link = link.after) names.push(link.name);
  return names;
}

describe('a list', () => {
  it('keeps the others in order when one is taken out of the middle', () => {
    const list = new LinkedList<Named>();
    const links = [1, 2, 3].map(named);
    for (const link of links) list.add(link);
    list.remove(links[1] as Named);
    expect(inOrder(list)).toEqual([1, 3]);
  });

  it('is not changed by taking out what is in no list', () => {
    const list = new LinkedList<Named>();
    list.add(named(1));
    list.remove(named(2));
    expect(inOrder(list)).toEqual([1]);
  });

  it('is gone through although what was given is taken out meanwhile', () => {
    const list = new LinkedList<Named>();
    for (const link of [1, 2, 3].map(named)) list.add(link);
    const names: number[] = [];
    for (const link of list) {
      names.push(link.name);
      list.remove(link);
    }
    expect(names).toEqual([1, 2, 3]);
    expect(inOrder(list)).toEqual([]);
  });

  it('holds what a Set would, in the same order', () => {
    const property = fc.property(fc.array(fc.nat(8)), (toggled) => {
      const list = new LinkedList<Named>();
      const links = Array.from({ length: 9 }, (_, name) => named(name));
      const set = new Set<number>();
      for (const name of toggled) {
        const link = links[name] as Named;
        if (set.delete(name)) list.remove(link);
        else {
          set.add(name);
          list.add(link);
        }
        expect(inOrder(list)).toEqual([...set]);
        expect([...list].map(({ name: one }) => one)).toEqual([...set]);
      }
    });
    fc.assert(property);
  });
});
