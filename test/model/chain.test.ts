import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Chain, type Linked } from '../../src/model/chain.ts';

interface Named extends Linked<Named> {
  readonly name: number;
}

function named(name: number): Named {
  return { name, before: undefined, after: undefined };
}

function inOrder(chain: Chain<Named>): readonly number[] {
  const names: number[] = [];
  for (let link = chain.first; link; link = link.after) names.push(link.name);
  return names;
}

describe('a chain', () => {
  it('keeps the others in order when one is taken out of the middle', () => {
    const chain = new Chain<Named>();
    const links = [1, 2, 3].map(named);
    for (const link of links) chain.add(link);
    chain.remove(links[1] as Named);
    expect(inOrder(chain)).toEqual([1, 3]);
  });

  it('is not changed by taking out what is in no chain', () => {
    const chain = new Chain<Named>();
    chain.add(named(1));
    chain.remove(named(2));
    expect(inOrder(chain)).toEqual([1]);
  });

  it('holds what a Set would, in the same order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(8)), (toggled) => {
        const chain = new Chain<Named>();
        const links = Array.from({ length: 9 }, (_, name) => named(name));
        const set = new Set<number>();
        for (const name of toggled) {
          const link = links[name] as Named;
          if (set.delete(name)) chain.remove(link);
          else {
            set.add(name);
            chain.add(link);
          }
          expect(inOrder(chain)).toEqual([...set]);
        }
      }),
    );
  });
});
