import { readContract, readFirstCases } from '../../../src/cli/check/package-files.ts';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { checkNodes } from '../../../src/jobs/check/check-nodes.ts';
import { listedBench } from '../../../src/jobs/check/listed/listed-bench.ts';
import type { Sandbox } from '../../../src/jobs/sandbox.ts';
import type { CheckReport } from '../../../src/model/check/check-report.ts';
import { countCases } from '../../../src/model/check/contract-report.ts';
import type { FeeSchedule } from '../../../src/model/network/fees.ts';
import { textOf } from '../../../src/report/blocks/terminal.ts';
import { checkDocument } from '../../../src/report/check/check-document.ts';
import {
  hangingFromTheSecondAtOnce,
  nothingPending,
  poisonChannel,
} from '../../fixtures/broken-sandboxes.ts';
import { sandboxOf } from '../../fixtures/in-sandbox.ts';
import { list } from '../../fixtures/liars.ts';
import type { Lie } from '../../fixtures/lying-proxy.ts';
import { scenarioFrom } from '../scenario-text.ts';

// Locks last 9 blocks and 10 more: a fifth of a second.
const NETWORK = `
question: What does a check say of nodes that are broken?
seed: 7
network: {topology: {line: {nodes: 3}}, capacity: 2_000, fees: {flat: 0}, settleTimeout: 20, revealTimeout: 5}
protocol: {blockTime: 10ms, hopLatency: 10ms}
`;

// A check ends with its first case, after some tens of seconds; how long these are on a machine that others use is no matter.
const TIME_MS = 300_000;
const LONGEST_MS = 2 * TIME_MS;

const NODES = { n1: {}, n2: {}, n3: {} };

const described = (fees: FeeSchedule): string =>
  stringify({ question: 'Which?', seed: 1, network: { topology: { channels: [] }, fees }, nodes: NODES });

/** What a check says of listed nodes, to which something may have been done before. */
async function checked(
  choice: { readonly lie?: Lie; readonly contractOf?: typeof readContract; readonly timeMs?: number },
  before?: (sandbox: Sandbox) => Promise<void>,
): Promise<CheckReport> {
  const { lie, contractOf, timeMs = TIME_MS } = choice;
  const sandbox = await sandboxOf(scenarioFrom(NETWORK), lie && { lie });
  await before?.(sandbox);
  const listed = listedBench({ targets: sandbox.targets, deadlineMs: 1_500 });
  return await checkNodes({
    // What is broken stays so, and no look needs to wait for it.
    bench: { ...listed, furnish: async (draft) => ({ ...(await listed.furnish(draft)), settleMs: 100 }) },
    ...(contractOf && { contractOf }),
    firstCases: readFirstCases(),
    textWithFees: described,
    seed: '1',
    timeMs,
    cases: 1,
  });
}

function firstLines(report: CheckReport): string {
  const versions = { millrace: '1', node: '20' };
  const check = { report, subject: 'broken nodes', command: 'millrace check', again: String, versions };
  return textOf(checkDocument(check), { color: false, width: 300 }, 22).split('\n').slice(0, 8).join('\n');
}

it.concurrent.each([
  { listed: 'lists what is locked', options: { contractOf: readContract } },
  { listed: 'lists nothing', options: { lie: nothingPending } },
])(
  'a channel that was poisoned before is named in the first lines where a node $listed',
  async ({ options }) => {
    const report = await checked(options, (sandbox) => poisonChannel(sandbox, { from: 'n2', to: 'n3' }));
    const lines = firstLines(report);
    expect(lines).toContain('1 mismatch with the model');
    expect(lines).toMatch(
      /n2 pays n3 1 TOK: .*; nothing crossed n2–n3 from n2|from earlier: .* locks in n2–n3/,
    );
    expect(report.counterexamples[0]?.steps).toBe(1);
    // The contract is asked in a channel that carries something.
    expect(countCases(report.contract?.cases ?? [])).toMatchObject({ differs: 0, unknown: 0 });
  },
  LONGEST_MS,
);

// Each try waits for payments that hang.
it.concurrent(
  'nodes that hang from the second payment at once on are a case of at most three steps',
  async () => {
    const report = await checked({ lie: hangingFromTheSecondAtOnce() });
    const lines = firstLines(report);
    expect(lines).toContain('1 mismatch with the model');
    expect(lines).toContain('the node gave no answer');
    expect(report.counterexamples[0]?.steps).toBeLessThanOrEqual(3);
  },
  LONGEST_MS,
);

/** Nonsense of one node about its channels, at some of the times at which it is prepared. */
function nonsense(isLying: (time: number) => boolean): Lie {
  let [time, isPreparing] = [0, false];
  return async (heard) => {
    const reply = await heard.forward();
    if (heard.node !== 'n2' || heard.method !== 'GET') return reply;
    if (heard.path === '/address') [time, isPreparing] = [time + 1, true];
    const isLie = isPreparing && isLying(time) && heard.path === '/channels';
    if (heard.path === '/channels') isPreparing = false;
    return isLie ? { ...reply, json: list(reply.json).map((one) => ({ ...one, balance: '-5' })) } : reply;
  };
}

it(
  'a node that answers nonsense between two tries is a finding, and no bad input',
  async () => {
    const lines = firstLines(await checked({ lie: nonsense((time) => time > 9) }));
    expect(lines).toContain('1 mismatch with the model');
    expect(lines).toMatch(/n2 does not list its channels/);
  },
  LONGEST_MS,
);

it(
  'nonsense once, while fees are learnt, is said, and the check goes on',
  async () => {
    // After the network was looked at and every channel tried, a payment tells what a mediator asks.
    const report = await checked({ lie: nonsense((time) => time === 5), timeMs: 15_000 });
    expect(firstLines(report)).toMatch(/could not be judged: .*n2 does not list its channels/);
    expect(report.sequences.held).toBeGreaterThan(0);
  },
  LONGEST_MS,
);
