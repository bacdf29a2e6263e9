import { z } from 'zod';
import type { NodeName, PerEnd, TokenName } from '../../../model/network/network.ts';
import type { Replication } from '../../../model/plan/replication.ts';
import { amount, integer, nodeName } from '../../../scenario/fields/values.ts';
import { mapping, optional } from '../../../scenario/text/schema.ts';
import { assembleNetwork } from '../../assemble.ts';
import type { OwnPart } from '../own-part.ts';
import type { Candidate, Generator, QuestionContext, SettingFault } from '../question.ts';
import { rankedSums } from '../ranked-sums.ts';
import type { PlanSpec } from '../../../model/plan/plan-spec.ts';
import { MINE } from '../../../model/run/selected-metric.ts';
import { endsOf } from '../../change-network.ts';

const SCHEMA = z.lazy(() =>
  mapping({
    candidates: optional(
      z.array(z.tuple([nodeName(), nodeName()])).min(1),
      'Pairs of nodes; absent: those between which most payments fail, or one of `mine` and a node whose payments fail.',
    ),
    deposits: z.tuple([amount(), amount()]).describe('What the two ends put in.'),
  })
    .describe('New channels to try.')
    .exactOptional(),
);

type Opening = z.output<typeof SCHEMA>;

/** New channels. */
export const open: Generator<Opening> = {
  key: 'open',
  schema: SCHEMA,
  mentions: ({ candidates = [] }) =>
    candidates.flatMap((pair, at) => pair.map((node, end) => [`candidates[${at}][${end}]`, node] as const)),
  faults({ candidates = [], deposits }, own) {
    const unfitting = candidates.flatMap(([one, other], at) => {
      if (one !== other && !own.network.hasEdge(one, other)) return [];
      const pairText = one === other ? `${one} twice` : `${one} and ${other}, which have a channel`;
      const message = `found ${pairText}, expected two nodes without one`;
      return [{ path: `candidates[${at}]`, message, hint: 'Leave the pair out.' }];
    });
    return unfitting.length > 0 ? unfitting : depositFaults({ candidates, deposits }, own);
  },
  metrics: (_settings, spec) => (spec.mine === undefined ? [] : [metricOf(spec)]),
  candidatesOf: channelsToOpen,
};

function depositFaults({ candidates = [], deposits }: Opening, own: OwnPart): readonly SettingFault[] {
  const [mine] = own.nodes ?? [];
  if (mine === undefined) return [];
  const hint = 'Others decide on their money: write the deposit of your end, and 0 at theirs.';
  const foreign = candidates.flatMap((between, at): readonly SettingFault[] => {
    // The token has no say in whether a channel may be opened.
    if (own.mayChange({ kind: 'open', token: '', between, deposits })) return [];
    const message = `found ${between.join(' and ')} with deposits of ${deposits.join(' and ')}, expected a node of plan.mine, and money at its end only`;
    return [{ path: `candidates[${at}]`, message, hint }];
  });
  if (candidates.length > 0 || deposits[1] === 0n) return foreign;
  const message = `found ${deposits[1]} for the partner of ${mine}, expected 0`;
  return [{ path: 'deposits[1]', message, hint }];
}

// Pairs that failed less often than all of these gain less from a channel of their own.
const MOST_CANDIDATES = 10;

async function channelsToOpen(
  { base, spec, laboratory, own, seeds }: QuestionContext,
  { candidates, deposits }: Opening,
): Promise<readonly Candidate[]> {
  const [rows = []] = await laboratory.replicationsOf([
    { experiment: base, count: spec.replications, first: seeds.choosing },
  ]);
  const token = base.scenario.networks[0]?.token as TokenName;
  const network = assembleNetwork(base.scenario);
  const isNew = ([one, other]: PerEnd<NodeName>): boolean => one !== other && !network.hasEdge(one, other);
  const pairs = candidates ?? failingPairs(rows, own).filter(isNew).slice(0, MOST_CANDIDATES);
  return pairs.map((between) => ({
    kind: 'open',
    what: `open ${between.join('–')}`,
    changes: [{ kind: 'open', token, between, deposits }],
    ...(own.nodes && { metric: metricOf(spec), onChain: spec.costs?.onChain ?? 0 }),
  }));
}

// Own nodes open channels of their own only: with those whose payments fail.
function failingPairs(rows: readonly Replication[], { nodes }: OwnPart): readonly PerEnd<NodeName>[] {
  const counts = rows.flatMap(({ failedPairs }) =>
    failedPairs.flatMap(({ from, to, failed }) => {
      const openers = nodes?.flatMap((node) => [from, to].map((partner) => [node, partner] as const));
      return (openers ?? [[from, to] as const]).map((pair) => [pair, BigInt(failed)] as const);
    }),
  );
  return rankedSums(counts, (pair) => JSON.stringify([...pair].sort())).map(({ item }) => item);
}

const CLOSING = z.lazy(() =>
  mapping({
    channels: integer({ min: 1, max: 1000 })
      .describe('Number of channels of `mine` to look at, the largest balances first.')
      .prefault(10),
  })
    .describe('Channels of my nodes to close.')
    .exactOptional(),
);

type Closing = z.output<typeof CLOSING>;

/** Channels of my nodes that might be closed, with the money at my end. */
export const close: Generator<Closing> = {
  key: 'close',
  schema: CLOSING,
  requires: ['mine', 'Write plan: {mine: hub, costs: {capitalPerYear: 5%}, close: {channels: 10}}.'],
  metrics: (_settings, spec) => [metricOf(spec)],
  candidatesOf: channelsToClose,
};

// Without prices a channel costs nothing.
function metricOf({ costs }: PlanSpec): string {
  return costs === undefined ? `earned{node=${MINE}}` : `profit{node=${MINE}}`;
}

async function channelsToClose(
  { base, own, spec }: QuestionContext,
  { channels }: Closing,
): Promise<readonly Candidate[]> {
  const network = assembleNetwork(base.scenario);
  const holds = ({ channel, end }: ReturnType<typeof endsOf>[number]) =>
    network.getEdgeAttribute(channel, 'balance')[end];
  return endsOf(network, { owners: own.nodes ?? [] })
    .toSorted((a, b) => Number(holds(b) - holds(a)))
    .slice(0, channels)
    .map(({ channel, end }) => ({
      kind: 'close',
      what: `close ${network.extremities(channel)[end]}–${network.extremities(channel)[1 - end]}`,
      changes: [{ kind: 'remove-channel', channel }],
      metric: metricOf(spec),
      onChain: spec.costs?.onChain ?? 0,
    }));
}
