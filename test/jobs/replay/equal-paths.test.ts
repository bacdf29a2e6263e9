import { describe, expect, it } from 'vitest';
import { assembleNetwork, assembleSimulation } from '../../../src/jobs/assemble.ts';
import { replay } from '../../../src/jobs/replay/replay.ts';
import type { NodeIndex } from '../../../src/model/network/indices.ts';
import type { Comparison } from '../../../src/model/run/finding.ts';
import { serveNodes } from '../../../src/rest/serve/serve-nodes.ts';
import { PacedClock } from '../../../src/runtime/paced-clock.ts';
import { differences, inWords } from '../../fixtures/lied-to-replay.ts';
import { scenarioFrom } from '../scenario-text.ts';

const SPEED = 1000;
const SETTLE_MS = 5_000;

/** Alice can pay carol through bob and through dave; `more` channels, and payments after which one way is dry. */
const DIAMOND = (more = ''): string => `
question: Which of two equal paths?
seed: 7
network:
  topology:
    channels:
      - {between: [alice, bob], deposits: [1_000, 1_000]}
      - {between: [bob, carol], deposits: [1_000, 1_000]}
      - {between: [alice, dave], deposits: [1_000, 1_000]}
      - {between: [dave, carol], deposits: [1_000, 1_000]}
${more}
  fees: {flat: 2}
protocol: {blockTime: 1s, confirmations: 2}
steps:
${Array.from({ length: 8 }, (_, at) => `  - pay: {from: alice, to: carol, amount: 180, identifier: ${9000 + at}}`).join('\n')}
`;

/** Replays against nodes that pay along one path as long as it carries the payment. */
async function replayAlong(text: string, path: readonly string[]): Promise<Comparison> {
  const scenario = scenarioFrom(text);
  const network = assembleNetwork(scenario);
  const clock = new PacedClock({ speed: SPEED });
  const names = network.nodes().toSorted();
  const steering = { path: path.map((name) => names.indexOf(name) as NodeIndex) };
  const nodes = assembleSimulation({ scenario, network, clock, steering });
  const origin = { scenario: scenario.name, speed: SPEED };
  const served = await serveNodes({ nodes, basePort: 0, pathFindingPort: 0, origin });
  try {
    const run = await replay({ scenario, targets: served.baseUrls, speed: SPEED, settleMs: SETTLE_MS });
    if (run.comparison === undefined) throw new Error('a replay compares');
    return run.comparison;
  } finally {
    clock.stop();
    await served.close();
  }
}

function notesOf({ operations }: Comparison): readonly (readonly [number | null, string])[] {
  return operations.flatMap(({ findings }) =>
    findings.map(({ operation, check }) => [operation, check] as const),
  );
}

describe('a target that chooses another of several equal paths', () => {
  it('does as predicted, with a note for each such choice', async () => {
    const comparison = await replayAlong(DIAMOND(), ['alice', 'dave', 'carol']);
    expect(differences(comparison).map(inWords)).toEqual([]);
    expect(comparison.counts.agrees).toBe(8);
    const notes = notesOf(comparison);
    expect(notes.length).toBeGreaterThan(0);
    expect(new Set(notes.map(([, check]) => check))).toEqual(new Set(['ways']));
  });

  it('is followed through nodes that are not read after each operation', async () => {
    const others = Array.from(
      { length: 12 },
      (_, at) => `      - {between: [other${at}, other${at + 1}], deposits: [5, 5]}`,
    );
    const comparison = await replayAlong(DIAMOND(others.join('\n')), ['alice', 'dave', 'carol']);
    expect(differences(comparison).map(inWords)).toEqual([]);
    expect(notesOf(comparison).length).toBeGreaterThan(0);
  });
});

it('a target that takes a longer way differs at that payment, and later ones are predicted from there', async () => {
  const longer = '      - {between: [bob, dave], deposits: [1_000, 1_000]}';
  const comparison = await replayAlong(DIAMOND(longer), ['alice', 'bob', 'dave', 'carol']);
  const found = differences(comparison);
  expect(new Set(found.map(({ check }) => check)), found.map(inWords).join('\n')).toEqual(new Set(['ways']));
  expect(comparison.counts.differs).toBe(found.length);
});
