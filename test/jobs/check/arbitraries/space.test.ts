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
  it('begins with every pair of things, nothing else beside it, and goes on with all that there is', () => {
    const cells = cellsOfSpace('1');
    const isPlain = (cell: Cell, axis: keyof Cell): boolean => cell[axis] === PLAIN[axis];
    const near = cells.findIndex(
      (cell) => Object.keys(PLAIN).filter((axis) => !isPlain(cell, axis as keyof Cell)).length > 2,
    );
    expect(new Set(cells.slice(0, near).flatMap(pairsOf)).size).toBe(PAIRS);
    const sizes = Object.values(SPACE).map(({ length }) => length);
    expect(cells.length).toBe(sizes.reduce((product, size) => product * size, 1));
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
