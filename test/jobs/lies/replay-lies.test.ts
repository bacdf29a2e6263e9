import { describe, expect, it } from 'vitest';
import { differences, inWords, replayLiedTo } from '../../fixtures/lied-to-replay.ts';
import { LIES } from '../../fixtures/lies/lies.ts';
import { replayThrough } from '../../fixtures/lies/replay-through.ts';
import type { Lie, Reply } from '../../fixtures/lying-proxy.ts';
import { differencesOf } from '../../../src/report/words/check-texts.ts';
import { htmlReport } from '../../../src/report/sections/run-document.ts';
import { LIED_TO } from '../../fixtures/lies/kind-of-lie.ts';
import { scenarioFrom } from '../scenario-text.ts';
import { load } from '../../../src/jobs/load/load.ts';
import { replay } from '../../../src/jobs/replay/replay.ts';
import type { Finding } from '../../../src/model/run/finding.ts';
import { tell } from '../../fixtures/lies/told-lie.ts';
import { changed } from '../../fixtures/liars.ts';
import type { Mode } from '../../fixtures/truthful-scenarios.ts';
import { inSandbox } from '../../fixtures/in-sandbox.ts';
import type { Sandbox } from '../../../src/jobs/sandbox.ts';

/** Each lie hears what the one before it would have sent on. */
function inTurn(lies: readonly Lie[]): Lie {
  return lies.reduce(
    (inner, lie) => (heard) =>
      lie({
        ...heard,
        forward: async (changes) => {
          const reply = await (changes === undefined ? inner(heard) : heard.forward(changes));
          if (reply === 'break') throw new Error('a lie that breaks the connection tells nothing on');
          return reply;
        },
      }),
  );
}

describe('a replay through a proxy', () => {
  it('finds nothing when the proxy tells the truth', async () => {
    const comparison = await replayThrough((heard) => heard.forward());
    expect(differences(comparison).map(inWords)).toEqual([]);
    expect(comparison.counts.agrees).toBe(scenarioFrom(LIED_TO).steps.length);
  });

  it('finds a view that is always one operation behind once', async () => {
    const [now, before] = [new Map<string, Reply>(), new Map<string, Reply>()];
    const comparison = await replayThrough(async (heard) => {
      if (heard.method !== 'GET') for (const [path, shown] of now) before.set(path, shown);
      const reply = await heard.forward();
      if (heard.node !== 'alice' || !/^\/channels\/\w+\/\w+$/.test(heard.path)) return reply;
      now.set(heard.path, reply);
      return before.get(heard.path) ?? reply;
    });
    expect(differences(comparison).map(({ title }) => title)).toEqual([
      expect.stringMatching(/^alice still shows the old balance .* in its answer about it/),
    ]);
  });

  it('tells several lies of one run apart', async () => {
    const names = ['success without paying', 'doubling a history entry', 'ignoring a close'];
    const told = LIES.filter(({ name }) => names.includes(name));
    const found = differences(await replayThrough(inTurn(told.map(({ lie }) => lie()))));
    const blamed = [...new Set(found.map(({ operation }) => operation))];
    expect(blamed, found.map(inWords).join('\n')).toEqual([1, 6, 8]);
  });
});

it.each([
  [
    'claiming failure after paying',
    'dave pays alice 40 TOK: refused, and paid all the same',
    'refused-and-paid',
  ],
  [
    'success without paying',
    'alice pays carol 70 TOK: answered success, and never paid',
    'answered-and-unpaid',
  ],
  ['paying twice', 'alice pays carol 70 TOK: paid twice', 'paid-twice'],
  ["dropping the initiator's history entry", /history/, undefined],
] as const)('of %s, money that went astray is the finding', async (name, title, harm) => {
  const [first] = differencesOf(await replayThrough(lieCalled(name)));
  expect(first?.title).toMatch(title);
  expect(first?.harm).toBe(harm);
});

it('says in whole tokens of which amount it went astray, and what balances show of it', async () => {
  const scenario = scenarioFrom(`${LIED_TO}tokens: [{name: TOK, decimals: 18}]\n`);
  const run = await replayLiedTo(scenario, lieCalled('claiming failure after paying'));
  const [first] = differencesOf(run.comparison);
  expect(first?.title).toBe('dave pays alice 0.00000000000000004 TOK: refused, and paid all the same');
  expect(htmlReport(run)).toMatch(
    /another balance of the channel with carol in TOK[^;]*; shows the same difference\. Predicted 0\.000000000000001 TOK; observed 0\.000000000000000955 TOK;/,
  );
});

function lieCalled(name: string): Lie {
  const told = LIES.find((each) => each.name === name);
  if (told === undefined) throw new Error(`no lie is called ${name}`);
  return told.lie();
}

const NODES = `
question: Are timeouts what they were set to?
seed: 3
protocol: {view: exact, hopLatency: 1ms, blockTime: 10ms, confirmations: 1}
`;
const OPENED = scenarioFrom(`${NODES}
network: {topology: {channels: [{between: [a, b], deposits: [500, 500]}]}, revealTimeout: 30}
steps:
  - pay: {from: a, to: b, amount: 1}
  - pay: {from: b, to: a, amount: 1}
`);
// No channel yet, and defaults that the scenario does not know.
const OWN = '{settleTimeout: 400, revealTimeout: 25}';
const UNOPENED = scenarioFrom(`${NODES}nodes: {a: ${OWN}, b: ${OWN}}\nsteps: [{leave: a}, {leave: b}]`);

function findingsOf(mode: Mode, lie: Lie): Promise<readonly Finding[]> {
  const speed = mode === 'scenario' ? 20 : 1;
  const run = async ({ targets }: Sandbox): Promise<readonly Finding[]> => {
    const about = { scenario: OPENED, targets };
    if (mode === 'load') return (await load(about)).load.findings;
    const { comparison } = await replay({ ...about, speed, pace: mode, settleMs: 250 });
    if (comparison === undefined) throw new Error('a replay compares');
    return differences(comparison);
  };
  return inSandbox(UNOPENED, run, { lie, speed });
}

const SETTING: Lie = async (heard) => {
  if (heard.method !== 'PATCH' || !('reveal_timeout' in heard.body)) return await heard.forward();
  const same = await heard.forward({ body: { reveal_timeout: '25' } });
  return changed(same, { reveal_timeout: heard.body['reveal_timeout'] });
};

const OPENING: Lie = async (heard) => {
  const reply = await heard.forward();
  return heard.method === 'PUT' && heard.node === 'a' ? changed(reply, { settle_timeout: '600' }) : reply;
};

// One of each kind; all of them are told in the long tests.
const SOME = ['opening with another settle timeout', 'a reveal timeout that is not'];
const TOLD = LIES.filter(({ name }) => SOME.includes(name));

describe.each(['scenario', 'load'] as const)('timeouts of channels, driven as %s', (mode) => {
  it.each(TOLD)('are judged: $name', async (kind) => {
    const { seen, found } = await tell(kind, mode);
    expect(seen, found.join('\n')).toBe(kind.name.includes('that is not') ? 'node' : 'operation');
  });
});

describe.each(['sequential', 'scenario', 'load'] as const)(
  'timeouts that are set before a run, driven as %s',
  (mode) => {
    it.each([
      { name: 'a reveal timeout that does not take effect', lie: SETTING, node: 'b', text: '30 | 25' },
      { name: 'an answer with another settle timeout', lie: OPENING, node: 'a', text: '600 | 500' },
    ])('are judged: $name', async ({ lie, node, text }) => {
      const found = await findingsOf(mode, lie);
      const told = found.map((one) => `${one.check} ${one.node}: ${one.predicted} | ${one.observed}`);
      expect(told, found.map(inWords).join('\n')).toEqual([`timeouts ${node}: ${text}`]);
    });

    it('are no finding where they are true', async () => {
      expect((await findingsOf(mode, (heard) => heard.forward())).map(inWords)).toEqual([]);
    });
  },
);
