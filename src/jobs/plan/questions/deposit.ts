import { z } from 'zod';
import { type Amount, larger } from '../../../model/network/amount.ts';
import type { Network, NodeName } from '../../../model/network/network.ts';
import type { DepositAnswer } from '../../../model/plan/answers.ts';
import { namedFirst } from '../../../model/node-text.ts';
import type { EndSelector, NetworkChange } from '../../../model/plan/experiment.ts';
import { flag, nodeName, nodeNames, usableNames } from '../../../scenario/fields/values.ts';
import { mapping, optional } from '../../../scenario/text/schema.ts';
import { endsOf } from '../../change-network.ts';
import { areCertain, estimateMetric, isMet } from '../estimate-metric.ts';
import type { Question, QuestionContext, Settings } from '../question.ts';
import { manyRowsOf, rowsOf } from '../search.ts';
import { cheapestThatMeets, leastLevel, leastOf, levelsOf, roundedUp, surelyEnough } from './cheapest.ts';
import { type EndNeed, endNeeds, paymentAmounts, placeKey } from './funding-rules.ts';
import { type DepositSearch, findDeposit } from './least-deposit.ts';

const SCHEMA = z.lazy(() =>
  mapping({
    node: optional(
      nodeName(),
      'Only the ends of this node; absent: those of `mine`, else both ends of all channels.',
    ),
    classes: z
      .record(z.string(), nodeNames())
      .superRefine(usableNames('a class'))
      .describe(
        'Each class of channels for itself: with `node` those to these partners, else the ends of these nodes; all others are one more class.',
      )
      .prefault({}),
    each: flag().describe('Every channel of the node for itself.').prefault(false),
  })
    .describe('Whose least deposit is sought.')
    .prefault({}),
);

type DepositSettings = z.output<typeof SCHEMA>;

const SETTINGS: Settings<DepositSettings> = {
  key: 'deposit',
  schema: SCHEMA,
  mentions: ({ node, classes }) => [
    ...(node === undefined ? [] : [['node', node, 'changed'] as const]),
    ...Object.entries(classes).flatMap(([name, nodes]) =>
      nodes.map((member, at) => [`classes.${name}[${at}]`, member] as const),
    ),
  ],
};

/** The least deposit of the ends that are asked about, then of each class or each channel for itself. */
export const deposit: Question<'deposit'> = { name: 'deposit', settings: [SETTINGS], answer: findDeposits };

// Where chance decides nothing, one unit may break the goal; 30 rungs reach down to a thousandth. Elsewhere success changes
// little between neighbours, and one replication's amounts are not those of the others.
const FINE = { rungs: 30, ratio: [4n, 5n], checks: 32 } as const;
const COARSE = { rungs: 12, ratio: [1n, 2n], checks: 0, payments: [] } as const;

/** The least common deposit, then that of each part by what its ends need; beside these the cheapest amounts of single ends. */
async function findDeposits(context: QuestionContext): Promise<readonly DepositAnswer[]> {
  const { base, spec: rule, laboratory, own, isTimeUp } = context;
  const settings = rule['deposit'] as DepositSettings;
  const { node } = settings;
  const { network } = own;
  const owners = node === undefined ? own.nodes : [node];
  const at: EndSelector = owners === undefined ? 'all' : { owners };
  const isAll = owners === undefined || owners.length === network.order;
  const of = isAll ? 'each end of every channel' : endsText(owners);
  const [now = []] = await laboratory.metricsOf([{ experiment: base, count: rule.replications }]);
  const isByChance = !areCertain(now);
  const limits = await limitsOf(context, network, at);
  const search = { base, rule, laboratory, isTimeUp, isByChance, ...limits, ...(isByChance ? COARSE : FINE) };
  const alike = await findDeposit({ ...search, at, of, ends: endsOf(network, at).length });
  if (alike.isCut || isTimeUp()) return [alike];
  const needs = await endNeeds(context, at);
  const { answers, ...held } = await separateParts(context, {
    parts: partsOf(network, owners, settings),
    needs,
    most: search.most,
  });
  if (isMet(now, rule.goal)) return [{ ...alike, ...held }, ...answers];
  const least = await cheapestThatMeets(context, { at, needs, alike: alike.deposit });
  const isCut = isByChance && !least.cheapest && !least.obstacles && isTimeUp();
  const open = (isCut || least.obstacles) && { deposit: undefined, ...(isCut && { isCut }) };
  return [{ ...alike, ...held, ...least, ...open }, ...answers];
}

/** Ends that have a deposit of their own. */
type Part = Pick<DepositSearch, 'at' | 'of' | 'ends'>;

interface PartSearch extends Pick<DepositSearch, 'most'> {
  readonly parts: readonly Part[];
  readonly needs: readonly EndNeed[];
}

type Places = readonly { readonly amount: Amount }[];

/** The deposit of each part that holds enough equally often for all its ends: the least that meets the goal on other seeds. */
async function separateParts(context: QuestionContext, { parts, needs, most }: PartSearch) {
  const { goal } = context.spec;
  if (parts.length === 0) return { answers: [] };
  const neededBy = new Map(needs.map((need) => [placeKey(need), need.deposits]));
  const levels = parts.map(({ at }) => {
    const pooled = endsOf(context.own.network, at).flatMap((end) => neededBy.get(placeKey(end)) ?? []);
    return levelsOf(pooled.sort((a, b) => (a < b ? -1 : 1)));
  });
  const placesAt = (level: number): Places => levels.map((amountAt) => ({ amount: amountAt(level) }));
  const changesOf = (places: Places) =>
    parts.map(({ at }, index) => depositAt(at, places[index] as Places[number]));
  const rowsWith = async (places: Places) =>
    (await rowsOf(context, [[{ changes: changesOf(places) }]], context.seeds.checking))[0] ?? [];
  const holds = async (places: Places): Promise<boolean> => isMet(await rowsWith(places), goal);
  const level = await leastLevel((each) => holds(placesAt(each)));
  const found = level === undefined ? parts.map(() => ({ amount: most })) : placesAt(level);
  const isCertain = areCertain(await rowsWith(found));
  const least = isCertain
    ? ((await leastOf(context, [found], holds)) ?? found)
    : await surelyEnough(context, [goal], found, changesOf);
  if (level === undefined && !(await holds(least))) return { answers: [] };
  return {
    held: estimateMetric(await manyRowsOf(context, changesOf(least), context.seeds.confirming), goal.metric),
    answers: parts.map(({ at, ...part }, index): DepositAnswer => {
      const place = least[index] as Places[number];
      const interval = isCertain ? ([place.amount, place.amount] as const) : ([null, null] as const);
      return { ...part, deposit: place.amount, interval, most, curve: [], changes: [depositAt(at, place)] };
    }),
  };
}

function depositAt(at: EndSelector, { amount }: Places[number]): NetworkChange {
  return { kind: 'deposit', at, amount };
}

/** All that is paid in one run, twice: an end that holds so much lacks nothing, fees included. */
async function limitsOf({ base }: QuestionContext, network: Network, at: EndSelector) {
  const amounts = await paymentAmounts(base.scenario, network);
  const there = endsOf(network, at).map(
    ({ channel, end }) => network.getEdgeAttribute(channel, 'totalDeposit')[end],
  );
  const enough = 2n * amounts.reduce((sum, amount) => sum + amount, 0n);
  const payments = [...new Set(amounts)].sort((a, b) => (a > b ? -1 : 1)).slice(0, MOST_PAYMENTS);
  return { most: roundedUp(larger(enough, there.reduce(larger, 1n))), enough, payments };
}

// The largest payments get into the way of others.
const MOST_PAYMENTS = 6;

/** The ends that have a deposit of their own: classes, or every channel of the node. */
function partsOf(
  network: Network,
  owners: readonly NodeName[] | undefined,
  { classes, each }: DepositSettings,
): readonly Part[] {
  if (owners !== undefined && each)
    return endsOf(network, { owners }).map(({ channel, end }) => {
      const node = network.extremities(channel)[end];
      const partner = network.opposite(node, channel);
      return { at: { channel, end }, of: `${node}’s end of its channel with ${partner}`, ends: 1 };
    });
  const named = Object.entries(classes);
  if (named.length === 0) return [];
  const listed = new Set(named.flatMap(([, nodes]) => nodes));
  const others = network
    .nodes()
    .filter((name) => !listed.has(name) && (owners?.some((node) => network.hasEdge(node, name)) ?? true));
  return [...named, ...(others.length === 0 ? [] : [['all others', others] as const])].map(
    ([name, nodes]) => {
      const at = owners === undefined ? { owners: nodes } : { owners, partners: nodes };
      const of = owners === undefined ? `each end of ${name}` : `${endsText(owners)} with ${name}`;
      return { at, of, ends: endsOf(network, at).length };
    },
  );
}

// Further nodes are in the scenario.
const MOST_NAMED = 4;

/** `hub’s end of each of its channels`, `each end of east, west` */
function endsText(owners: readonly NodeName[]): string {
  return owners.length === 1
    ? `${owners[0]}’s end of each of its channels`
    : `each end of ${namedFirst(owners, MOST_NAMED)}`;
}
