import { describe, expect, it } from 'vitest';
import type { Finding, Comparison } from '../../../src/model/run/finding.ts';
import type { Exchange, Run } from '../../../src/model/run/run.ts';
import { textSummary } from '../../../src/report/sections/run-document.ts';
import { differences, inWords } from '../../fixtures/lied-to-replay.ts';
import { type Heard, type Lie, type Reply, liarBefore } from '../../fixtures/lying-proxy.ts';
import { assembleNetwork, assembleSimulation } from '../../../src/jobs/assemble.ts';
import { replay, type ReplayOptions } from '../../../src/jobs/replay/replay.ts';
import type { NodeIndex } from '../../../src/model/network/indices.ts';
import { serveNodes } from '../../../src/rest/serve/serve-nodes.ts';
import { PacedClock } from '../../../src/runtime/paced-clock.ts';
import { scenarioFrom } from '../scenario-text.ts';
import { topology } from '../../world/world.ts';

const SPEED = 1000;
const SETTLE_MS = 5_000;

/** Alice can pay carol through bob and through dave; `more` channels; eight payments leave one way dry. */
const DIAMOND = (more = '', payments = 8): string => `
question: Which of two equal paths?
seed: 7
network:
  topology: ${topology(`alice 1000 - 1000 bob 1000 - 1000 carol, alice 1000 - 1000 dave 1000 - 1000 carol, ${more}`)}
  fees: {flat: 2}
protocol: {blockTime: 1s, confirmations: 2}
steps:
${Array.from({ length: payments }, (_, at) => `  - pay: {from: alice, to: carol, amount: 180, identifier: ${9000 + at}}`).join('\n')}
`;

/** Replays against nodes that pay along one path as long as it carries the payment, and name a service that lies so, or none. */
async function replayAlong(
  text: string,
  path: readonly string[],
  { service, ...options }: Partial<ReplayOptions> & { readonly service: Lie | null },
): Promise<Run & { readonly comparison: Comparison }> {
  const scenario = scenarioFrom(text);
  const network = assembleNetwork(scenario);
  const clock = new PacedClock({ speed: SPEED });
  const names = network.nodes().toSorted();
  const steering = { path: path.map((name) => names.indexOf(name) as NodeIndex) };
  let pathFindingUrl: string | null = null;
  const nodes = assembleSimulation({
    scenario,
    network,
    clock,
    steering,
    pathFindingUrl: () => pathFindingUrl,
  });
  const origin = { scenario: scenario.name, speed: SPEED };
  const served = await serveNodes({ nodes, basePort: 0, pathFindingPort: 0, origin });
  const proxy = await liarBefore(
    { targets: service === null ? {} : { service: served.pathFindingUrl }, network },
    service ?? ((heard) => heard.forward()),
  );
  pathFindingUrl = proxy.targets['service'] ?? null;
  try {
    const targets = served.baseUrls;
    const run = await replay({ scenario, targets, speed: SPEED, settleMs: SETTLE_MS, ...options });
    if (run.comparison === undefined) throw new Error('a replay compares');
    return { ...run, comparison: run.comparison };
  } finally {
    clock.stop();
    await proxy.close();
    await served.close();
  }
}

const THROUGH_DAVE = ['alice', 'dave', 'carol'];

function notesOf({ comparison }: Run): readonly Finding[] {
  const { operations = [], general = [] } = comparison ?? {};
  return [...operations.flatMap(({ findings }) => findings), ...general];
}

describe('a target that chooses another of several equal paths, and names no path-finding service', () => {
  it('does as predicted, with a note for each such choice', async () => {
    const run = await replayAlong(DIAMOND(), THROUGH_DAVE, { service: null });
    expect(differences(run.comparison).map(inWords)).toEqual([]);
    expect(run.comparison.counts.agrees).toBe(8);
    const notes = notesOf(run);
    expect(notes.length).toBeGreaterThan(0);
    expect(new Set(notes.map(({ check }) => check))).toEqual(new Set(['ways']));
  });

  it('is followed through nodes that are not read after each operation', async () => {
    const others = Array.from({ length: 12 }, (_, at) => `other${at} 5 - 5 other${at + 1}`);
    const run = await replayAlong(DIAMOND(others.join()), THROUGH_DAVE, { service: null });
    expect(differences(run.comparison).map(inWords)).toEqual([]);
    expect(notesOf(run).length).toBeGreaterThan(0);
  });
});

it('a target that takes a longer way differs at that payment, and later ones are predicted from there', async () => {
  const longer = 'bob 1000 - 1000 dave';
  const { comparison } = await replayAlong(DIAMOND(longer), ['alice', 'bob', 'dave', 'carol'], {
    service: null,
  });
  const found = differences(comparison);
  expect(new Set(found.map(({ check }) => check)), found.map(inWords).join('\n')).toEqual(new Set(['ways']));
  expect(comparison.counts.differs).toBe(found.length);
});

/** A service that answers a question for paths so, and everything else truthfully. */
function naming(answer: (heard: Heard) => Promise<Reply | 'break'>): Lie {
  return (heard) => (heard.path.endsWith('/paths') ? answer(heard) : heard.forward());
}

/** One path in the service's words. */
function named({ addressOf }: Pick<Heard, 'addressOf'>, path: readonly string[]): Reply {
  return {
    status: 200,
    json: {
      result: [
        { path: path.map((node) => (node.startsWith('0x') ? node : addressOf(node))), estimated_fee: 2 },
      ],
    },
  };
}

describe('a path-finding service that the nodes name', () => {
  const throughDave = naming(async (heard) => named(heard, THROUGH_DAVE));

  it('says which of several equal paths comes first, and nothing is left to find out', async () => {
    const run = await replayAlong(DIAMOND(), THROUGH_DAVE, { service: throughDave });
    expect(notesOf(run).map(inWords)).toEqual([]);
    expect(run.prediction?.records.map(({ trace }) => trace?.path.join(' ')).slice(0, 5)).toEqual(
      Array.from({ length: 5 }, () => 'alice dave carol'),
    );
    // Then only one way has the money for it.
    expect(textSummary(run, { color: false, width: 200 })).toMatch(
      /Paths +5 of 5 payments with several equal paths take the one that http:\/\/127\.0\.0\.1:\d+ names/,
    );
  });

  it('is asked for nothing but what it is and for paths, without an IOU', async () => {
    const exchanges: Exchange[] = [];
    const onExchange = (exchange: Exchange): void => void exchanges.push(exchange);
    const run = await replayAlong(DIAMOND('', 2), THROUGH_DAVE, { service: throughDave, onExchange });
    const service = exchanges.filter(
      ({ url }) => !Object.values(run.header.targets ?? {}).some((base) => url.startsWith(base)),
    );
    expect(
      new Set(service.map(({ method, url }) => `${method} ${new URL(url).pathname.replace(/0x\w+/, '0x')}`)),
    ).toEqual(new Set(['GET /api/v1/info', 'POST /api/v1/0x/paths']));
    expect(service.filter(({ url }) => url.endsWith('/info'))).toHaveLength(1);
    expect(service.map(({ requestBody = '' }) => requestBody).join()).not.toMatch(/iou/);
  });

  it('is contradicted by balances where the node does not take its path', async () => {
    const throughBob = naming(async (heard) => named(heard, ['alice', 'bob', 'carol']));
    const run = await replayAlong(DIAMOND('', 2), THROUGH_DAVE, { service: throughBob });
    expect(notesOf(run)[0]?.title).toContain('the target chose another of several paths that weigh the same');
  });

  it('is followed on a path that does not weigh least, and said to have named it', async () => {
    const longer = 'bob 1000 - 1000 dave';
    const path = ['alice', 'bob', 'dave', 'carol'];
    const service = naming(async (heard) => named(heard, path));
    const run = await replayAlong(DIAMOND(longer, 1), path, { service });
    expect(differences(run.comparison).map(inWords)).toEqual([]);
    const [, taken] = notesOf(run);
    expect(taken?.title).toContain('as its path-finding service had said; predicted from there on');
    expect(taken?.observed).toMatch(/; http:\/\/127\.0\.0\.1:\d+ says alice -> bob -> dave -> carol$/);
  });

  it('chooses among paths past the middle of a fee curve, however many such channels they have', async () => {
    const lopsided = DIAMOND('', 1)
      .replace(/(\[(?:alice, bob|alice, dave|dave, carol)\], deposits: \[1000), 1000/g, '$1, 500')
      .replace(
        'fees: {flat: 2}',
        'fees: {imbalancePpm: 3_000}\nnodes: {dave: {fees: {flat: 5, imbalancePpm: 3_000}}}',
      );
    const run = await replayAlong(lopsided, THROUGH_DAVE, { service: throughDave });
    expect(differences(run.comparison).map(inWords)).toEqual([]);
    expect(notesOf(run).at(-1)?.observed).toMatch(/says alice -> dave -> carol$/);
  });

  it('that wants a fee is not paid: balances tell paths', async () => {
    const run = await replayAlong(DIAMOND('', 2), THROUGH_DAVE, {
      service: async (heard) => {
        const { status, json } = await heard.forward();
        return heard.path.endsWith('/info')
          ? { status, json: { ...(json as object), price_info: 100 } }
          : { status, json };
      },
    });
    expect(differences(run.comparison).map(inWords)).toEqual([]);
    const fee = notesOf(run).filter(({ title }) => title.includes('asks for a fee'));
    expect(fee.map(({ operation, title, observed }) => [operation, title, observed])).toEqual([
      [null, 'the path-finding service asks for a fee; balances show the path', 'a price of 100'],
    ]);
    expect(textSummary(run, { color: false, width: 200 })).toMatch(/Paths +0 of 2 /);
  });

  it('that hangs is waited for once', async () => {
    let asked = 0;
    const hanging = naming(async () => {
      asked += 1;
      return await new Promise(() => {});
    });
    const run = await replayAlong(DIAMOND('', 2), THROUGH_DAVE, { service: hanging, deadlineMs: 2_000 });
    expect(asked).toBe(1);
    expect(differences(run.comparison).map(inWords)).toEqual([]);
    const told = notesOf(run).filter(({ title }) => title.includes('path-finding service'));
    expect(told.map(({ title, observed }) => [title, observed])).toEqual([
      ['the path-finding service names no path; balances show the path', 'no answer within 2000 ms'],
    ]);
  });

  it('that talks rubbish gets a note for it, and balances decide', async () => {
    const rubbish: readonly (readonly [RegExp, (heard: Heard) => Promise<Reply | 'break'>])[] = [
      [/was closed before the answer came \(UND_ERR_SOCKET\)$/, async () => 'break'],
      [/oops/, async () => ({ status: 500, json: 'oops' })],
      [/No IOU/, async () => ({ status: 400, json: { errors: 'No IOU', error_code: 2101 } })],
      [/No route/, async () => ({ status: 404, json: { errors: 'No route from source to target' } })],
      [/an empty list of paths/, async () => ({ status: 200, json: { result: [] } })],
      [/expected object/, async () => ({ status: 200, json: [1, { path: {} }] })],
      [/alice -> carol/, async (heard) => named(heard, ['alice', 'carol'])],
      [/alice -> bob -> bob -> carol/, async (heard) => named(heard, ['alice', 'bob', 'bob', 'carol'])],
      [/bob -> alice -> dave/, async (heard) => named(heard, ['bob', 'alice', 'dave'])],
      [/alice -> 0x1{40} -> carol/, async (heard) => named(heard, ['alice', `0x${'1'.repeat(40)}`, 'carol'])],
    ];
    const answers = rubbish.map(([, answer]) => answer);
    const text = DIAMOND('', rubbish.length).replaceAll('amount: 180', 'amount: 50');
    const run = await replayAlong(text, THROUGH_DAVE, {
      service: naming(async (heard) => (await answers.shift()?.(heard)) ?? 'break'),
    });
    expect(answers).toEqual([]);
    expect(differences(run.comparison).map(inWords)).toEqual([]);
    expect(run.comparison.counts.agrees).toBe(rubbish.length);
    const asked = run.prediction?.records.map((record) => record.asked?.said);
    expect(asked).toEqual(rubbish.map(([words]) => expect.stringMatching(words)));
    const told = notesOf(run).filter(({ title }) => title.includes('path-finding service'));
    expect(told.map(({ operation }) => operation)).toEqual([6, 7, 8, 9, null]);
    expect(told.at(-1)?.observed).toMatch(/^the connection was closed before .* and 5 other answers$/);
    expect(notesOf(run).filter(({ title }) => title.includes('the target chose another'))).toHaveLength(
      rubbish.length,
    );
  });
});
