import { describe, expect, it } from 'vitest';
import { type Departure, replaySimulated } from '../../../src/jobs/check/simulated-replay.ts';
import { type Reading, type View, type ViewValue } from '../../../src/model/run/reading.ts';
import type { Pace, Run } from '../../../src/model/run/run.ts';
import { differences, inWords } from '../../fixtures/lied-to-replay.ts';
import { topology } from '../../world/world.ts';
import { scenarioFrom } from '../scenario-text.ts';

const MARKET = scenarioFrom(`
question: Is everything judged that is read?
seed: 7
network:
  topology: ${topology('ann 1_000 - 1_000 ben 1_000 - 1_000 dan, ann 1_000 - 1_000 dan')}
  fees: {flat: 1}
protocol: {blockTime: 1s, hopLatency: 50ms}
traffic:
  - {name: market, arrivals: {constant: {perSecond: 20}}, count: 12, pairs: {list: [[ann, dan], [ben, dan], [dan, ann]]}, amounts: {uniform: {min: 20, max: 40}}}
`);

type Shown = Exclude<ViewValue, { kind: 'unread' }>;

/** Of each kind of views something false in place of what it shows; a new kind is added here. */
const FALSIFIED: { readonly [Kind in View['kind']]: (value: Extract<Shown, { kind: Kind }>) => Shown } = {
  channels: (value) => ({ ...value, channels: value.channels.map(oneMore) }),
  channel: ({ channel }) => ({ kind: 'channel', channel: channel && oneMore(channel) }),
  history: ({ events }) => ({ kind: 'history', events: events.slice(1) }),
  connections: ({ connections }) => ({
    kind: 'connections',
    connections: connections.map((one) => ({ ...one, channels: one.channels + 1 })),
  }),
  pending: () => ({ kind: 'pending', transfers: [STUCK] }),
};

const STUCK = {
  paymentIdentifier: 4711n,
  tokenAddress: `0x${'01'.repeat(20)}`,
  tokenNetworkAddress: `0x${'02'.repeat(20)}`,
  channelIdentifier: 1n,
  initiator: `0x${'03'.repeat(20)}`,
  target: `0x${'04'.repeat(20)}`,
  transferredAmount: 0n,
  lockedAmount: 5n,
  role: 'mediator',
} as const;

function oneMore<Channel extends { readonly balance: bigint }>(channel: Channel): Channel {
  return { ...channel, balance: channel.balance + 1n };
}

// The channels that it shows are in the network of no token.
function elsewhere(value: ViewValue): ViewValue {
  const moved = <Channel>(channel: Channel): Channel => ({
    ...channel,
    tokenNetworkAddress: STUCK.tokenAddress,
  });
  if (value.kind === 'channels') return { ...value, channels: value.channels.map(moved) };
  return value.kind === 'channel' ? { ...value, channel: value.channel && moved(value.channel) } : value;
}

function falsified({ value }: Reading): ViewValue {
  if (value.kind === 'unread') return value;
  const falsify = FALSIFIED[value.kind] as (value: Shown) => ViewValue;
  return falsify(value);
}

/** When it was read, which kind of view it is, and by what it is narrowed. */
function shapeOf({ moment, view }: Reading): string {
  const narrowed = ['token', 'partner'].filter((by) => Object.hasOwn(view, by)).map((by) => ` by ${by}`);
  return `${view.kind}${narrowed.join('')} at ${typeof moment === 'number' ? 'an operation' : `the ${moment}`}`;
}

// A history at the start, and a pending transfer, is from before the run, and any may be.
const PAST = new Set(['history at the start']);

async function replayed(
  pace: Pace,
  tell: NonNullable<Departure['tell']>,
): Promise<Required<Pick<Run, 'comparison'>>> {
  return await replaySimulated({ scenario: MARKET, pace, tell });
}

async function shapesRead(pace: Pace): Promise<readonly string[]> {
  const shapes = new Set<string>();
  await replayed(pace, (driven) => {
    for (const reading of driven.readings) shapes.add(shapeOf(reading));
    return driven;
  });
  return [...shapes].filter((shape) => !PAST.has(shape));
}

/** Falsifies the last reading of a shape; `once`: it is looked at again, and then shows the truth. */
function tellingOf(shape: string, { once }: { readonly once: boolean }): NonNullable<Departure['tell']> {
  return (driven) => {
    const lied = driven.readings.findLast(
      (reading) => shapeOf(reading) === shape && !isSame(reading.value, falsified(reading)),
    );
    return {
      ...driven,
      readings: driven.readings.flatMap((reading) => {
        if (reading !== lied) return [reading];
        const lie = { ...reading, value: falsified(reading) };
        return once ? [lie, { ...reading, attempt: 2, atMs: reading.atMs + 1 }] : [lie];
      }),
    };
  };
}

function isSame(one: unknown, other: unknown): boolean {
  const inText = (value: unknown): string =>
    JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? `${part}` : part));
  return inText(one) === inText(other);
}

const PACES = ['sequential', 'scenario'] as const;
const READ = await Promise.all(PACES.map(async (pace) => ({ pace, shapes: await shapesRead(pace) })));

describe.each(READ)('a replay at pace $pace', ({ pace, shapes }) => {
  it('reads every kind of view', () => {
    const kinds = Object.keys(FALSIFIED);
    expect(kinds.filter((kind) => !shapes.some((shape) => shape.startsWith(`${kind} `)))).toEqual([]);
  });

  it.each(shapes)('judges %s', async (shape) => {
    const { comparison } = await replayed(pace, tellingOf(shape, { once: false }));
    const findings = differences(comparison).map(inWords);
    expect(findings, findings.join('\n')).toHaveLength(1);
  });

  it.each(shapes)('judges %s that is false for a single look', async (shape) => {
    const { comparison } = await replayed(pace, tellingOf(shape, { once: true }));
    const findings = differences(comparison).map(inWords);
    expect(findings, findings.join('\n')).toHaveLength(1);
  });

  it('judges the token network in which a node shows its channels, in whatever view', async () => {
    const { comparison } = await replayed(pace, (driven) => ({
      ...driven,
      readings: driven.readings.map((reading) =>
        reading.node === 'ann' && reading.moment !== 'start'
          ? { ...reading, value: elsewhere(reading.value) }
          : reading,
      ),
    }));
    const told = differences(comparison).map(({ node, title }) => `${node}: ${title}`);
    expect(told.join('\n')).toMatch(/^ann: ann shows .*token ?network/i);
  });

  it('finds nothing where nothing is false', async () => {
    const { comparison } = await replayed(pace, (driven) => driven);
    expect(differences(comparison).map(inWords)).toEqual([]);
  });
});
