import { z } from 'zod';
import { type Amount, larger } from '../../../model/network/amount.ts';
import type { Network, NodeName } from '../../../model/network/network.ts';
import type { DepositAnswer } from '../../../model/plan/answers.ts';
import type { EndSelector, NetworkChange } from '../../../model/plan/experiment.ts';
import { flag, nodeName, nodeNames, usableNames } from '../../../scenario/fields/values.ts';
import { mapping } from '../../../scenario/text/schema.ts';
import { assembleNetwork } from '../../assemble.ts';
import { stands } from '../../../model/scenario/threshold.ts';
import type { Estimate } from '../../../statistics/estimate.ts';
import { endsOf } from '../../change-network.ts';
import { changed } from '../effects.ts';
import { areCertain, estimateMetric, standingOf } from '../estimate-metric.ts';
import { paymentAmounts } from '../payment-amounts.ts';
import type { Question, QuestionContext, Settings } from '../question.ts';
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
 * best that was tried.
 */
async function findDeposits(context: QuestionContext): Promise<readonly DepositAnswer[]> {
  const { base, spec: rule, laboratory, own, seeds } = context;
  const settings = rule['deposit'] as DepositSettings;
  const { node } = settings;
  const network = assembleNetwork(base.scenario);
  const owners = node === undefined ? own.nodes : [node];
  const at: EndSelector = owners === undefined ? 'all' : { owners };
  const of = owners === undefined ? 'each end of every channel' : endsText(owners);
  const [now = []] = await laboratory.metricsOf([{ experiment: base, count: rule.replications }]);
  const grids = areCertain(now) ? FINE : COARSE;
  const search = { base, rule, laboratory, ...(await limitsOf(context, network, at)), ...grids.common };
  const alike = await findDeposit({ ...search, at, of, ends: endsOf(network, at).length });
  const amount = alike.deposit ?? bestProbe(alike.curve, rule).deposit;
  const parts = partsOf(network, owners, settings).map((part): Part => ({ ...part, amount }));
  const asked = { ...search, ...grids.part, isTimeUp: context.isTimeUp };
  let pass: Pass = { parts, answers: [], isMet: alike.deposit !== undefined };
  for (let round = 0; round < MOST_ROUNDS && !pass.isMet; round += 1) pass = await movedOnce(pass, asked);
  if (!pass.isMet) return [alike];
  const start = pass.parts.map(depositAt);
  const first = alike.deposit === undefined ? { ...alike, changes: start } : alike;
  const down = { ...asked, sureUpTo: alike.interval[1] };
  const { answers, parts: least } = await movedOnce(pass, { ...down, isDownOnly: true });
  if (answers.length === 0) return [first];
  const safe = await raisedParts(least, {
    ...search,
    first: seeds.choosing,
    most: alike.interval[1] ?? search.most,
  });
  const changes = safe.map(depositAt);
  const { replications: count, goal } = rule;
  const [rows = []] = await laboratory.metricsOf([
    { experiment: changed(base, changes), count, first: seeds.checking },
  ]);
  return [
    { ...first, held: estimateMetric(rows, goal.metric) },
    ...answers.map((answer, position): DepositAnswer => {
      const change = changes[position] as NetworkChange;
      return { ...answer, safe: safe[position]?.amount as Amount, changes: [change] };
    }),
  ];
}

// Factors from 1 to 4,096, each a twelfth above the one before.
const [LEVELS, LEVELS_TO_DOUBLE] = [108, 9];

/**
 * All parts raised by one factor, the least that was tried with which the goal is surely met by replications that had
 * no part in the search: each of many parts is brought down as far as the chance of its replications allows, and all
 * together are then too low for any other.
 */
async function raisedParts(
  parts: readonly Part[],
  {
    base,
    rule,
    laboratory,
    most,
    first,
  }: Pick<DepositSearch, 'base' | 'rule' | 'laboratory' | 'most'> & { readonly first: number },
): Promise<readonly Part[]> {
  const { replications: count, goal } = rule;
  const raisedTo = (level: number): readonly Part[] =>
    parts.map((part) => ({ ...part, amount: raisedAmount(part.amount, { level, most }) }));
  const goalAt = async (level: number): Promise<Estimate> => {
    const experiment = changed(base, raisedTo(level).map(depositAt));
    const [rows = []] = await laboratory.metricsOf([{ experiment, count, first }]);
    return estimateMetric(rows, goal.metric);
  };
  const isSure = (seen: Estimate): boolean => standingOf(seen, goal) === 'met';
  const isMet = ({ mean }: Estimate): boolean => stands(mean, goal.relation, goal.value);
  const atMost = await goalAt(LEVELS);
  // So few replications may not be sure of anything.
  const holds = [isSure, isMet].find((each) => each(atMost));
  if (holds === undefined) return parts;
  let [fails, suffices] = [-1, LEVELS];
  if (holds(await goalAt(0))) suffices = 0;
  while (suffices - fails > 1) {
    const middle = Math.floor((fails + suffices) / 2);
    if (holds(await goalAt(middle))) suffices = middle;
    else fails = middle;
  }
  return raisedTo(suffices);
}

const PARTS_OF_ONE = 1024n;

function raisedAmount(
  amount: Amount,
  { level, most }: { readonly level: number; readonly most: Amount },
): Amount {
  if (level === 0 || amount >= most) return amount;
  const factor = Math.exp((level / LEVELS_TO_DOUBLE) * Math.log(2));
  const raised = (larger(1n, amount) * BigInt(Math.round(factor * Number(PARTS_OF_ONE)))) / PARTS_OF_ONE;
  return raised < most ? raised : most;
}

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
  return { most: larger(enough, there.reduce(larger, 1n)), enough, payments };
}

// The largest payments get into the way of others.
const MOST_PAYMENTS = 6;

/** Ends that have a deposit of their own, and what it is now. */
interface Part extends Pick<DepositSearch, 'at' | 'of' | 'ends'> {
  readonly amount: Amount;
}

function depositAt({ at, amount }: Part): NetworkChange {
  return { kind: 'deposit', at, amount };
}

interface Pass {
  readonly parts: readonly Part[];
  readonly answers: readonly DepositAnswer[];
  /** Whether the goal is met with all parts as they are. */
  readonly isMet: boolean;
}

interface PassSearch extends Omit<DepositSearch, 'at' | 'of' | 'ends'> {
  readonly isTimeUp: () => boolean;
  readonly isDownOnly?: boolean;
}

/** Lowers or raises each part once: to its least deposit that meets the goal, else to the deposit that comes nearest. */
async function movedOnce(
  { parts: before, isMet: wasMet }: Pass,
  { isTimeUp, isDownOnly, base, ...search }: PassSearch,
): Promise<Pass> {
  const parts = [...before];
  const answers: DepositAnswer[] = [];
  let isMet = wasMet;
  for (const [index, part] of before.entries()) {
    if (isTimeUp()) break;
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
