import { z } from 'zod';
import { type Amount, larger } from '../../../model/network/amount.ts';
import type { Network, NodeName } from '../../../model/network/network.ts';
import type { DepositAnswer } from '../../../model/plan/answers.ts';
import type { EndSelector, NetworkChange } from '../../../model/plan/experiment.ts';
import { flag, nodeName, nodeNames, usableNames } from '../../../scenario/fields/values.ts';
import { mapping } from '../../../scenario/text/schema.ts';
import { stands } from '../../../model/scenario/threshold.ts';
import type { Estimate } from '../../../statistics/estimate.ts';
import { endsOf } from '../../change-network.ts';
import { changed } from '../effects.ts';
import { areCertain, estimateMetric } from '../estimate-metric.ts';
import { paymentAmounts } from '../payment-amounts.ts';
import type { Question, QuestionContext, Settings } from '../question.ts';
import { cheapestThatMeets, leastLevel, raised, roundedUp } from './cheapest.ts';
import { endNeeds } from './funding-rules.ts';
import { obstaclesTo } from './obstacles.ts';
import { bestProbe, type DepositSearch, findDeposit } from './least-deposit.ts';

/** Whose least deposit is sought. */
interface DepositSettings {
  readonly node?: string;
  readonly classes: Readonly<Record<string, readonly string[]>>;
  readonly each: boolean;
}

const SETTINGS: Settings<DepositSettings> = {
  key: 'deposit',
  schema: z.lazy(() =>
    mapping({
      node: nodeName()
        .describe('Only the ends of this node; absent: those of `mine`, else both ends of all channels.')
        .exactOptional(),
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
  ),
  mentions: ({ node, classes }) => [
    ...(node === undefined ? [] : [['node', node, 'changed'] as const]),
    ...Object.entries(classes).flatMap(([name, nodes]) =>
      nodes.map((member, at) => [`classes.${name}[${at}]`, member] as const),
    ),
  ],
};

/** The least deposit of the ends that are asked about, then of each class or each channel for itself. */
export const deposit: Question<'deposit'> = { name: 'deposit', settings: [SETTINGS], answer: findDeposits };

// Where chance decides nothing, one unit may break the goal. 30 rungs reach down to a thousandth; parts may be hundreds.
const FINE = {
  common: { rungs: 30, ratio: [4n, 5n], checks: 32 },
  part: { rungs: 12, ratio: [4n, 5n], checks: 4 },
} as const;

// Elsewhere success changes little between neighbours, and one replication's amounts are not those of the others.
const COARSE = {
  common: { rungs: 12, ratio: [1n, 2n], checks: 0, payments: [] },
  part: { rungs: 6, ratio: [1n, 2n], checks: 0, payments: [] },
} as const;

// In the first round parts are moved while others are where they help least.
const MOST_ROUNDS = 2;

/**
 * The least common deposit, then that of each part: from the common one each in turn is brought down as far as the goal
 * allows, those found before kept. Where no common deposit meets the goal, parts are first moved one by one from the
 * best that was tried. Beside these, the cheapest amounts of single ends.
 */
async function findDeposits(context: QuestionContext): Promise<readonly DepositAnswer[]> {
  const { base, spec: rule, laboratory, own, isTimeUp } = context;
  const settings = rule['deposit'] as DepositSettings;
  const { node } = settings;
  const { network } = own;
  const owners = node === undefined ? own.nodes : [node];
  const at: EndSelector = owners === undefined ? 'all' : { owners };
  const of = owners === undefined ? 'each end of every channel' : endsText(owners);
  const [now = []] = await laboratory.metricsOf([{ experiment: base, count: rule.replications }]);
  const isByChance = !areCertain(now);
  const grids = isByChance ? COARSE : FINE;
  const limits = await limitsOf(context, network, at);
  const search = { base, rule, laboratory, isTimeUp, isByChance, ...limits, ...grids.common };
  const alike = await findDeposit({ ...search, at, of, ends: endsOf(network, at).length });
  if (alike.isCut) return [alike];
  const amount = alike.deposit ?? bestProbe(alike.curve, rule).deposit;
  const parts = partsOf(network, owners, settings).map((part): Part => ({ ...part, amount }));
  const asked = { ...search, ...grids.part, isPart: true };
  let pass: Pass = { parts, answers: [], isMet: alike.deposit !== undefined };
  for (let round = 0; round < MOST_ROUNDS && !pass.isMet; round += 1) pass = await movedOnce(pass, asked);
  const separate = pass.isMet ? await separateParts(context, { pass, alike, search, asked }) : undefined;
  const first = { ...alike, ...separate?.first };
  const { mean } = estimateMetric(now, rule.goal.metric);
  if (isTimeUp() || stands(mean, rule.goal.relation, rule.goal.value))
    return [first, ...(separate?.answers ?? [])];
  const cheapest = await cheapestThatMeets(context, { needs: await endNeeds(context, at) });
  const obstacles = cheapest === undefined && !pass.isMet ? await obstaclesTo(context, at) : undefined;
  return [
    { ...first, ...(cheapest && { cheapest }), ...(obstacles && { obstacles }) },
    ...(separate?.answers ?? []),
  ];
}

interface SeparateParts {
  /** What they add to the answer of all ends alike. */
  readonly first: Pick<DepositAnswer, 'changes' | 'held'>;
  readonly answers: readonly DepositAnswer[];
}

/** Each part brought down, and all raised until other replications meet the goal for sure. */
async function separateParts(
  { base, spec: { replications: count, goal }, laboratory, seeds }: QuestionContext,
  {
    pass,
    alike,
    search: { most },
    asked,
  }: {
    readonly pass: Pass;
    readonly alike: DepositAnswer;
    readonly search: Pick<DepositSearch, 'most'>;
    readonly asked: PassSearch;
  },
): Promise<SeparateParts> {
  const start = alike.deposit === undefined ? pass.parts.map(depositAt) : alike.changes;
  const { answers, parts } = await movedOnce(pass, { ...asked, isDownOnly: true });
  if (answers.length === 0) return { first: { changes: start }, answers };
  const limit = alike.interval[1] ?? most;
  const raisedTo = (level: number): readonly NetworkChange[] =>
    parts.map((part) => {
      const amount = raised(part.amount, level);
      return depositAt({ ...part, amount: part.amount >= limit || amount < limit ? amount : limit });
    });
  const goalAt = async (level: number, first: number): Promise<Estimate> => {
    const experiment = changed(base, raisedTo(level));
    const [rows = []] = await laboratory.metricsOf([{ experiment, count, first }]);
    return estimateMetric(rows, goal.metric);
  };
  const level =
    (await leastLevel({ top: LEVELS, goal, goalAt: (each) => goalAt(each, seeds.choosing) })) ?? 0;
  const changes = raisedTo(level);
  return {
    first: { changes: start, held: await goalAt(level, seeds.checking) },
    answers: answers.map((answer, position): DepositAnswer => {
      const change = changes[position] as Extract<NetworkChange, { kind: 'deposit' }>;
      return { ...answer, safe: change.amount, changes: [change] };
    }),
  };
}

// Factors from 1 to 4,096.
const LEVELS = 108;

/** All that is paid in one run, twice: an end that holds so much lacks nothing, fees included. */
async function limitsOf(
  { base }: QuestionContext,
  network: Network,
  at: EndSelector,
): Promise<Pick<DepositSearch, 'most' | 'enough' | 'payments'>> {
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

/** Ends that have a deposit of their own, and what it is now. */
interface Part extends Pick<DepositSearch, 'at' | 'of' | 'ends'> {
  readonly amount: Amount;
}

function depositAt({ at, amount }: Pick<Part, 'at' | 'amount'>) {
  return { kind: 'deposit', at, amount } as const;
}

interface Pass {
  readonly parts: readonly Part[];
  readonly answers: readonly DepositAnswer[];
  /** Whether the goal is met with all parts as they are. */
  readonly isMet: boolean;
}

interface PassSearch extends Omit<DepositSearch, 'at' | 'of' | 'ends'> {
  readonly isDownOnly?: boolean;
}

/** Lowers or raises each part once: to its least deposit that meets the goal, else to the deposit that comes nearest. */
async function movedOnce(
  { parts: before, isMet: wasMet }: Pass,
  { isDownOnly, base, ...search }: PassSearch,
): Promise<Pass> {
  const parts = [...before];
  const answers: DepositAnswer[] = [];
  let isMet = wasMet;
  for (const [index, part] of before.entries()) {
    if (search.isTimeUp()) break;
    const others = parts.filter((each) => each !== part).map(depositAt);
    const answer = await findDeposit({
      ...search,
      ...part,
      base: { ...base, changes: [...base.changes, ...others] },
      most: isDownOnly ? part.amount : search.most,
    });
    answers.push(answer);
    const amount = answer.deposit ?? bestProbe(answer.curve, search.rule).deposit;
    parts[index] = { ...part, amount };
    isMet ||= answer.deposit !== undefined;
  }
  return { parts, answers, isMet };
}

/** The ends that have a deposit of their own: classes, or every channel of the node. */
function partsOf(
  network: Network,
  owners: readonly NodeName[] | undefined,
  { classes, each }: DepositSettings,
): readonly Omit<Part, 'amount'>[] {
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

/** `hub’s end of each of its channels`, `each end of east and west` */
function endsText(owners: readonly NodeName[]): string {
  return owners.length === 1
    ? `${owners[0]}’s end of each of its channels`
    : `each end of ${owners.join(' and ')}`;
}
