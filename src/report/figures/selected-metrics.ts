import { forEachChannelAt } from '../../model/network/channels-on-demand.ts';
import type { Network, NodeName } from '../../model/network/network.ts';
import type { ReplenishRecord } from '../../model/disturbances/replenish.ts';
import type { StoredRun } from '../../model/run/run.ts';
import {
  MINE,
  type MeasuredParts,
  PARTNERS,
  type SelectedMetric,
  paymentsOf,
  selectedMetric,
} from '../../model/run/selected-metric.ts';
import { PERIODS, type PeriodMetric, periodMetric } from '../../model/scenario/expectation.ts';
import { stands } from '../../model/scenario/threshold.ts';
import { metricsOf } from './metrics.ts';
import { PaymentTally } from './payment-tally.ts';
import type { ReportedPayment } from './reported-payment.ts';
import type { Amount } from '../../model/network/amount.ts';
import type { NodeUse } from '../../model/plan/replication.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';

/** The metrics of parts of a run, each beside its number of payments; a rate of no payments is left out. */
export function selectedMetrics(
  run: StoredRun,
  payments: readonly ReportedPayment[],
  parts: MeasuredParts,
  fromMs = 0,
): Readonly<Record<string, number>> {
  const entries = parts.metrics.flatMap((metric): readonly (readonly [string, number])[] => {
    const period = periodMetric(metric);
    if (period !== undefined) return shareOfPeriods(run, payments, { metric, period, parts, fromMs });
    const selected = selectedMetric(metric);
    if (selected === undefined) return [];
    const chosen = payments.filter(chooser(run, selected, parts));
    const value = valueOf(run, { selected, chosen, parts });
    const count = [paymentsOf(metric), chosen.length] as const;
    return value === undefined ? [count] : [count, [metric, value]];
  });
  return Object.fromEntries(entries);
}

/** The share of whole periods in which a condition holds, beside their number; periods without such payments show nothing. */
function shareOfPeriods(
  run: StoredRun,
  payments: readonly ReportedPayment[],
  { metric, period: { unit, condition }, parts, fromMs }: PeriodPart,
): readonly (readonly [string, number])[] {
  const { metric: asked, relation, value } = condition;
  const selected: SelectedMetric = selectedMetric(asked) ?? { name: asked, selection: '', values: {} };
  const chosen = payments.filter(chooser(run, selected, parts));
  const values = inPeriods(run, chosen, { periodMs: PERIODS[unit], fromMs }).flatMap(
    (inOne) => valueOf(run, { selected, chosen: inOne, parts }) ?? [],
  );
  const holding = values.filter((each) => stands(each, relation, value)).length;
  const count = [paymentsOf(metric), values.length] as const;
  return values.length === 0 ? [count] : [count, [metric, holding / values.length]];
}

interface PeriodPart {
  readonly metric: string;
  readonly period: PeriodMetric;
  readonly parts: MeasuredParts;
  /** Payments that started before are not counted. */
  readonly fromMs: number;
}

/** The payments of each period that lies within the traffic's time and what is counted of it. */
function inPeriods(
  run: StoredRun,
  payments: readonly ReportedPayment[],
  { periodMs, fromMs }: { readonly periodMs: number | undefined; readonly fromMs: number },
): readonly (readonly ReportedPayment[])[] {
  if (periodMs === undefined) return [payments];
  const first = Math.ceil(fromMs / periodMs);
  const end = Math.floor((trafficEndMs(run.header.scenario) ?? 0) / periodMs);
  const periods = Array.from({ length: Math.max(0, end) }, (): ReportedPayment[] => []);
  for (const payment of payments) periods[Math.floor(payment.record.startedAtMs / periodMs)]?.push(payment);
  return periods.slice(Math.min(first, end));
}

interface Part {
  readonly selected: SelectedMetric;
  readonly chosen: readonly ReportedPayment[];
  readonly parts: MeasuredParts;
}

function valueOf(run: StoredRun, { selected, chosen, parts }: Part): number | undefined {
  const { name, values } = selected;
  const nodes = nodesOf(run.start, values.node ?? [], parts);
  switch (name) {
    case 'earned':
      return earned(chosen, nodes);
    case 'capital':
      return capital(run.start, nodes);
    case 'return_rate': {
      const held = capital(run.start, nodes);
      return held === 0 ? undefined : earned(chosen, nodes) / held;
    }
    case 'cost':
      return costOf(run, nodes, parts);
    case 'profit':
      return earned(chosen, nodes) - costOf(run, nodes, parts);
    default: {
      if (chosen.length === 0 && !COUNTED.test(name)) return undefined;
      const metrics: Readonly<Record<string, number>> = metricsOf(run, {
        tally: { ...NO_OPERATIONS, payments: PaymentTally.of(chosen) },
        endBalances: undefined,
      });
      return metrics[name] ?? 0;
    }
  }
}

// Selected metrics are of payments only.
const NO_OPERATIONS = { operations: 0, unexpected: 0, lastEndedAtMs: 0 };

const YEAR_MS = 365 * 86_400_000;

// Money is bound for as long as the traffic goes on.
function costOf(run: StoredRun, nodes: ReadonlySet<NodeName>, { costs }: MeasuredParts): number {
  const { capitalPerYear = 0, onChain = 0 } = costs ?? {};
  const rules = (run.disturbances?.replenish ?? []).filter(({ node }) => nodes.has(node));
  const sum = (of: (rule: ReplenishRecord) => number): number =>
    rules.reduce((all, rule) => all + of(rule), 0);
  const lastMs = [...run.records].reduce((last, { endedAtMs }) => Math.max(last, endedAtMs), 0);
  const years = (trafficEndMs(run.header.scenario) ?? lastMs) / YEAR_MS;
  const bound = capital(run.start, nodes) + sum(({ addedMean }) => addedMean);
  return (
    bound * capitalPerYear * years +
    sum(({ transactions }) => transactions) * onChain +
    sum(({ paid }) => Number(paid))
  );
}

// Of no payments there are none that fail, and no mean.
const COUNTED = /^(?:payments|succeeded|failed|indeterminate|volume|fees|failures\..*)$/;

function chooser(
  { start, header }: StoredRun,
  { values }: SelectedMetric,
  parts: MeasuredParts,
): (payment: ReportedPayment) => boolean {
  const among = (names: readonly string[] | undefined) => names && nodesOf(start, names, parts);
  const [payers, payees, anywhere] = [among(values.payer), among(values.payee), among(values.node)];
  const { traffic, recorded = [] } = header.scenario;
  const origins = Object.entries({ traffic, recorded }).flatMap(([part, list]) =>
    list.flatMap(({ name }, index) => (values.traffic?.includes(name) ? [`${part}[${index}]`] : [])),
  );
  return ({ request, record, trace }) => {
    const { node, target } = request;
    if (payers?.has(node) === false || payees?.has(target) === false) return false;
    if (values.traffic !== undefined && !origins.includes(record.operation.origin.replace(/#\d+$/, '')))
      return false;
    const visited = [node, target, ...(trace?.path ?? []), ...(trace?.failure ? [trace.failure.at] : [])];
    return anywhere === undefined || visited.some((name) => anywhere.has(name));
  };
}

/** The nodes that these names mean: a node's own name first, then a class. */
function nodesOf(
  network: Network,
  names: readonly string[],
  { classes }: MeasuredParts,
): ReadonlySet<NodeName> {
  const partners = (): readonly NodeName[] => {
    const found: NodeName[] = [];
    for (const node of classes[MINE] ?? []) forEachChannelAt(network, node, (partner) => found.push(partner));
    return found;
  };
  return new Set(
    names.flatMap((name) => {
      if (network.hasNode(name)) return [name];
      return classes[name] ?? (name === PARTNERS ? partners() : []);
    }),
  );
}

function earned(payments: readonly ReportedPayment[], nodes: ReadonlySet<NodeName>): number {
  const uses = nodeUses(payments);
  return [...nodes].reduce((sum, node) => sum + Number(uses[node]?.earned ?? 0n), 0);
}

function capital(network: Network, nodes: ReadonlySet<NodeName>): number {
  let held = 0n;
  for (const node of nodes)
    forEachChannelAt(network, node, (_partner, balance) => {
      held += balance;
    });
  return Number(held);
}

/** Each node’s part in these payments, by name. */
export function nodeUses(payments: readonly ReportedPayment[]): Readonly<Record<NodeName, NodeUse>> {
  const uses = new Map<NodeName, { mediated: number; earned: Amount; paid: Amount }>();
  const useOf = (node: NodeName) => {
    const use = uses.get(node) ?? { mediated: 0, earned: 0n, paid: 0n };
    uses.set(node, use);
    return use;
  };
  for (const { request, result, trace } of payments) {
    if (result !== 'succeeded' || trace === undefined) continue;
    useOf(request.node).paid += trace.fee;
    trace.hops.forEach(({ payer, amount }, hop) => {
      const before = trace.hops[hop - 1];
      if (before === undefined) return;
      const use = useOf(payer);
      use.mediated += 1;
      use.earned += before.amount - amount;
    });
  }
  return Object.fromEntries([...uses].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** When the scenario's traffic ends, after the start of a run; undefined: it ends with a count or a record. */
function trafficEndMs({
  traffic,
  recorded = [],
}: Pick<Scenario, 'traffic' | 'recorded'>): number | undefined {
  const ends = [
    ...traffic.map(({ startMs, durationMs }) => startMs + (durationMs ?? Number.NaN)),
    ...recorded.map(({ durationMs }) => durationMs ?? Number.NaN),
  ];
  const last = Math.max(...ends);
  return Number.isFinite(last) ? last : undefined;
}
