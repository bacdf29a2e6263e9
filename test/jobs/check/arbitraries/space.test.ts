import { describe, expect, it } from 'vitest';
import { readSequence, sequenceText } from '../../../../src/jobs/check/sequence.ts';
import { sandboxBench } from '../../../../src/jobs/check/sandbox-bench.ts';
import {
  type Cell,
  cellsOfSpace,
  PAIRS,
  pairsOf,
  SPACE,
  sequencesOfCells,
} from '../../../../src/jobs/check/arbitraries/space.ts';
import { isTimed } from '../../../../src/jobs/check/timeline.ts';
import { trySequence } from '../../../../src/jobs/check/try-case.ts';
import type { Lie } from '../../../fixtures/lying-proxy.ts';
import { list } from '../../../fixtures/liars.ts';
import { lyingBench } from '../lying-bench.ts';

const PLAIN: Cell = { operation: 'pay', state: 'open', nodes: 'up', repetition: 'once' };
const sequenceOf = sequencesOfCells();

describe('the space of calls and states', () => {
  it('begins with all pairs in few sequences, and each state with the plain call, and goes on with the rest', () => {
    const cells = cellsOfSpace('1');
    const first = cells.slice(0, 222);
    expect(new Set(first.flatMap(pairsOf)).size).toBe(PAIRS);
    const plain = first.filter(({ operation }) => operation === 'pay').map((c) => `${c.state} ${c.nodes}`);
    expect(new Set(plain).size).toBe(SPACE.state.length * SPACE.nodes.length);
    const sizes = Object.values(SPACE).map(({ length }) => length);
    expect(new Set(cells).size).toBe(sizes.reduce((product, size) => product * size, 1));
  });

  it('has sequences in which nothing is left to chance, and whose files can be read again', () => {
    for (const cell of [PLAIN, ...SPACE.state.map((state) => ({ ...PLAIN, state }))]) {
      const sequence = sequenceOf(cell);
      expect(isTimed(sequence)).toBe(true);
      expect(readSequence(sequenceText(sequence, { seed: '1' })).scenario).toEqual(sequence.scenario);
    }
  });

  it.each([
    ...SPACE.state.map((state) => ({ ...PLAIN, state })),
    ...SPACE.nodes.map((nodes): Cell => ({ ...PLAIN, state: 'lockedAsPayer', nodes })),
    ...SPACE.operation.map((operation): Cell => ({ ...PLAIN, operation, repetition: 'amidNamesakes' })),
  ])('holds on an honest sandbox: $operation, $state, $nodes, $repetition', async (cell) => {
    const tried = await trySequence(sequenceOf(cell), { bench: sandboxBench(), seed: '1' });
    expect(tried).toMatchObject({ verdict: 'held' });
  });
});

describe('a node that lists nothing of what it mediates', () => {
  const listsNothing: Lie = async (heard) => {
    const reply = await heard.forward();
    if (!heard.path.startsWith('/pending_transfers') || reply.status !== 200) return reply;
    return { ...reply, json: list(reply.json).filter(({ role }) => role !== 'mediator') };
  };

  it('is found while a lock is pending, with what it should have listed', async () => {
    const bench = lyingBench(() => listsNothing);
    const sequence = sequenceOf({ ...PLAIN, state: 'lockedAsMediator' });
    const { found } = await trySequence(sequence, { bench, seed: '1' });
    expect(found).toMatchObject({ check: 'in-flight', kind: 'pay' });
    expect(found?.title).toMatch(/^n[23] shows other pending transfers/);
    expect(found?.predicted).toMatch(/role mediator/);
  });
});
