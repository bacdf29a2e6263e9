import { stringify } from 'yaml';
import { type Amount, larger } from '../../model/network/amount.ts';
import { flatOf, isFreeOfFees } from '../../model/network/fees.ts';
import { toJson } from '../../model/json.ts';
import { grouped } from '../../report/words/number-format.ts';
import { type EndPolicy, medianOf } from '../../topology/formats/policy-fees.ts';
import { snapshot } from '../../topology/generators/snapshot.ts';
import { type ExportedNode, isHalf, type RecordedRow } from './join-exports.ts';

/** The files of a scenario, by their names. */
export type ScenarioFiles = Readonly<Record<string, string>>;

/** The names of what is written beside the scenario. */
export const CONVERTED_FILES = { network: 'network.json', payments: 'payments.csv' } as const;

/** What a conversion writes and says. */
export interface Converted extends Pick<ExportedNode, 'notes'> {
  readonly files: ScenarioFiles;
  readonly summary: string;
  readonly next: Readonly<Record<'does' | 'command' | 'file', string>>;
}

/**
 * A scenario about one node: its channels as they stand, its payments as they were recorded, and what to plan; with
 * `isWhole` all channels that the node has heard of, instead of its own only.
 */
export function ownScenario(node: ExportedNode, { isWhole }: { readonly isWhole: boolean }): ScenarioFiles {
  const { payments } = node;
  return {
    [CONVERTED_FILES.network]: networkText(node, isWhole),
    ...(payments.length === 0 ? {} : { [CONVERTED_FILES.payments]: paymentsCsv(node, isWhole) }),
    [`${node.name}.yaml`]: scenarioText(node, isWhole),
  };
}

/** What of the graph is left aside, merged or drawn when the written files are read. */
export function graphNotes(files: ScenarioFiles): readonly string[] {
  const file = CONVERTED_FILES.network;
  const spec = { kind: 'snapshot', file, format: 'graphology', text: files[file] ?? '' } as const;
  // No chance plays a role in it.
  return snapshot.generate(spec, () => 0).notes ?? [];
}

function networkText({ name, channels, others, names }: ExportedNode, isWhole: boolean): string {
  const foreign = isWhole ? others : [];
  const keys = [name, ...channels.map(({ partner }) => partner)];
  const nodes = new Set([...keys, ...foreign.flatMap(({ between }) => between.map((key) => names.of(key)))]);
  const edges = [
    ...channels.map(({ partner, own, others: theirs = null }) => ({
      source: name,
      target: partner,
      balance: [own, theirs],
    })),
    ...foreign.map(({ between, capacity, policies: [one, other] }) => ({
      node1_pub: names.of(between[0]),
      node2_pub: names.of(between[1]),
      capacity,
      node1_policy: policyJson(one),
      node2_policy: policyJson(other),
    })),
  ];
  return `${toJson({ nodes: [...nodes].map((key) => ({ key })), edges }, 1)}\n`;
}

// Ignored fields of policies are reported once, when the given files are read.
function policyJson(policy: EndPolicy) {
  return policy ? { fee_base_msat: policy.baseMsat, fee_rate_milli_msat: policy.ppm } : undefined;
}

// With the whole network a partner is one node, and what came through its channel may have begun beyond it.
function paymentsCsv({ name, payments }: ExportedNode, isWhole: boolean): string {
  const party = (node: string): string => (isWhole && node !== name ? `beyond ${node}` : node);
  return paymentTable(payments.map((row) => ({ ...row, from: party(row.from), to: party(row.to) })));
}

/** Payments as a CSV, with their outcomes where all of them are known. */
export function paymentTable(payments: readonly RecordedRow[]): string {
  const areKnown = payments.every(({ outcome }) => outcome !== undefined);
  const lines = payments.map(({ atMs, from, to, amount, outcome }) => {
    const cells = [Math.round(atMs * 1000) / 1_000_000, csvCell(from), csvCell(to), amount];
    return (areKnown ? [...cells, outcome] : cells).join(',');
  });
  return `at,from,to,amount${areKnown ? ',outcome' : ''}\n${lines.join('\n')}\n`;
}

function csvCell(name: string): string {
  return /[",;]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}

function scenarioText(node: ExportedNode, isWhole: boolean): string {
  const { name, token, fees, channels, payments } = node;
  const held = channels.reduce((sum, { own }) => sum + own, 0n);
  const isDrawn = channels.some(isHalf) || (isWhole && node.others.length > 0);
  // In quotes where YAML would take it for a number or a word of its own.
  const written = stringify(name).trimEnd();
  return [
    `question: Where does ${name} need more money, how much, and what for?`,
    'seed: 1',
    '',
    `tokens: [{name: ${token}}]`,
    '',
    'network:',
    `  topology: {snapshot: {file: ${CONVERTED_FILES.network}}}`,
    ...unknownCapacities(node, isWhole),
    ...(isDrawn ? ['  split: uniform'] : []),
    ...(fees === undefined || isFreeOfFees(fees)
      ? []
      : [
          '',
          '# Half for each of the two channels of a payment that passes through.',
          `nodes: {${written}: {fees: {flat: ${Number(flatOf(fees)) / 1000}, proportionalPpm: ${fees.proportionalPpm}}}}`,
        ]),
    ...(token === 'SAT' ? ['', 'protocol: {kind: instant}'] : []),
    ...(payments.length === 0 ? [] : recordedLines(node, written)),
    '',
    'plan:',
    `  mine: ${written}`,
    `  goal: success_rate{node=${name}} >= 95%`,
    ...(isDrawn
      ? ['  # Balances that are not known are drawn anew for each replication.', '  network: drawn']
      : []),
    '  # A tenth of what the node holds in its channels; another one: --budget.',
    `  fund: {budget: ${underscored(larger(1n, held / 10n))}}`,
    '',
  ].join('\n');
}

/** Capacities to draw from what is not known: the partners' ends, or channels of the graph. */
function unknownCapacities({ others, channels }: ExportedNode, isWhole: boolean): readonly string[] {
  if (channels.some(isHalf))
    return typicalCapacity(
      "The partners' ends are not in the export: between nothing and twice what the node itself typically holds.",
      channels.map(({ own }) => 2n * own),
    );
  const told = others.flatMap(({ capacity }) => capacity ?? []);
  if (!isWhole || told.length === others.length) return [];
  const known = told.length > 0 ? told : channels.map((channel) => channel.own + (channel.others ?? 0n));
  return typicalCapacity(
    'For channels without a capacity in the graph: the median of the known ones.',
    known,
  );
}

/** The median of known capacities, with what it is for; nothing where none is known. */
export function typicalCapacity(why: string, known: readonly Amount[]): readonly string[] {
  return known.length === 0 ? [] : [`  # ${why}`, `  capacity: ${underscored(larger(1n, medianOf(known)))}`];
}

const HOUR_MS = 3_600_000;

function recordedLines({ payments }: ExportedNode, name: string): readonly string[] {
  const lastMs = payments.at(-1)?.atMs ?? 0;
  // Blocks of the record are drawn anew: of an hour, or a tenth of a short record.
  const blockS = Math.floor(Math.min(HOUR_MS, lastMs / 10) / 1000);
  const block = blockS === HOUR_MS / 1000 ? '1h' : `${blockS}s`;
  const resample = blockS === 0 ? '' : `, resample: ${block}`;
  return ['', 'recorded:', `  - {file: ${CONVERTED_FILES.payments}, of: ${name}${resample}}`];
}

function underscored(value: Amount): string {
  return grouped(value).replaceAll(',', '_');
}
