import { InputError, type InputFault } from '../errors.ts';
import { disturbancesOf, ONLY_SIMULATED } from '../model/disturbances/disturbance.ts';
import { DEFAULT_TIMEOUTS, type Timeouts } from '../model/network/network.ts';
import type { NodeSettings } from '../model/scenario/node-settings.ts';
import type { Scenario, TopologySpec } from '../model/scenario/scenario.ts';
import { withoutUndefined } from '../model/without-undefined.ts';
import { checkNames, checkRemembered, knownNamesOf } from './check-names.ts';
import { withNodesNamed } from './named-nodes.ts';
import { type LeafStep, type Placed, placedSteps, type ReadFile } from './placed-parts.ts';
import { resolveTokens } from './resolve-tokens.ts';
import { type ScenarioChoices, scenarioFile } from './scenario-file.ts';
import { inTheirTokens } from './text/their-tokens.ts';
import { FaultList } from './text/fault-list.ts';
import { readYaml, type PathStep } from './text/yaml-document.ts';
import { type Amount, parseAmount } from '../model/network/amount.ts';
import type { AmountDistribution } from '../model/scenario/distribution.ts';
import { suggestion } from './text/suggestion.ts';
import { readTrace } from './trace/read-trace.ts';
import type { RecordedTraffic } from '../model/scenario/recorded-traffic.ts';
import { csvCells, csvColumn, csvValue } from '../model/csv-cells.ts';

/** A scenario file's name and text. */
export interface ScenarioText {
  readonly file: string;
  readonly text: string;
  /** Reads files the scenario names, by their path relative to it; absent: it may name none. */
  readonly readFile?: ((relativePath: string) => string) | undefined;
  /** True: it is driven against nodes, so that what only simulated networks do is refused. */
  readonly isForNodes?: boolean;
}

/**
 * Makes the reader of scenario files, YAML or JSON, that fills in every default. It throws InputError with
 * everything that is wrong, in file order.
 */
export function scenarioParser(choices: ScenarioChoices): (source: ScenarioText) => Scenario {
  const schema = scenarioFile(choices);
  return (source) => parse(schema, source);
}

function parse(
  schema: ReturnType<typeof scenarioFile>,
  { file, text, readFile = noFile, isForNodes = false }: ScenarioText,
): Scenario {
  const document = readYaml({ file, text, keepsDecimals: true });
  const faults = new FaultList(document);
  const { data, error } = schema.safeParse(inTheirTokens(document.value), { jitless: true });
  if (error !== undefined) throw faults.addIssues(error.issues).toError();
  // What names mean is checked once the shape is right.
  const written = placedSteps(data, faults);
  checkBeside(written, faults);
  checkNames(data, document.value as object, faults);
  // A case has lost steps.
  if (data.case === undefined) checkRemembered(written, faults);
  const parts = resolveTokens(data, written, faults);
  checkTimeouts(data, parts, faults);
  const loading = { readFile, faults };
  const { tokens, networks, traffic, steps } = parts;
  const { network: _one, networks: _several, recorded, griefing, replenish, classes, ...rest } = data;
  const scenario: Scenario = {
    name: nameOf(file),
    ...rest,
    tokens,
    networks: networks.map(({ path, value }) => ({
      ...value,
      topology: loadTopology(value.topology, [...path, 'topology'], loading),
      capacity: loadAmounts(value.capacity, [...path, 'capacity'], loading),
    })),
    traffic: traffic.map(({ path, value }, index) => ({
      ...value,
      name: value.name ?? `traffic ${index + 1}`,
      amounts: loadAmounts(value.amounts, [...path, 'amounts'], loading),
    })),
    steps: steps.map(({ value }) => value),
    ...withoutUndefined({
      classes: classes && loadClasses(classes, loading),
      recorded: recorded?.map((part, index) => loadRecorded(part, index, { tokens, ...loading })),
      griefing: griefing && parts.griefing,
      replenish: replenish && parts.replenish,
    }),
  };
  if (isForNodes) for (const key of disturbancesOf(scenario)) faults.at([key], ...ONLY_SIMULATED);
  if (!faults.isEmpty) throw faults.toError();
  // The names of a snapshot are known once its network is made.
  const known = knownNamesOf(data);
  return known === undefined ? scenario : withNodesNamed(scenario, known);
}

// Two ways to say what starts together would have to be told apart.
function checkBeside(steps: readonly Placed<LeafStep>[], faults: FaultList): void {
  for (const { path, value } of steps)
    if (value.after !== undefined && value.isBeside === true)
      faults.at(
        [...path, 'beside'],
        'found `beside` in a list with groups',
        'put the steps that start together into a `parallel:`',
      );
}

function nameOf(file: string): string {
  const base = file.split(/[/\\]/).at(-1) ?? file;
  return base.replace(/\.(ya?ml|json)$/i, '') || 'scenario';
}

type TokenedParts = Pick<ReturnType<typeof resolveTokens>, 'tokens' | 'networks' | 'steps'>;

/** The timeouts that a node has beside its own, and whose they are. */
interface UsualTimeouts extends Timeouts {
  readonly whose: string;
}

/**
 * Checks that each node's own timeouts go with one another and with those of the networks: its reveal timeout stands at
 * its end of channels that others open, its settle timeout over a reveal timeout that may be the network's.
 */
function checkTimeouts(
  { nodes, classes = {} }: ReadFile,
  { steps, ...parts }: TokenedParts,
  faults: FaultList,
): void {
  const usual = usualTimeouts(parts);
  for (const [part, settings] of Object.entries({ nodes, classes }))
    for (const [name, value] of Object.entries(settings))
      checkNode({ path: [part, name], value }, usual, faults);
  for (const { path, value } of steps)
    if (value.kind === 'start' && value.settings !== undefined)
      checkNode({ path: [...path, 'start'], value: value.settings }, usual, faults);
}

function usualTimeouts({ tokens, networks }: Pick<TokenedParts, 'tokens' | 'networks'>): UsualTimeouts[] {
  return tokens.map(({ name }) => {
    const network = networks.find(({ value }) => value.token === name)?.value;
    const { settleTimeout, revealTimeout } = network ?? DEFAULT_TIMEOUTS;
    const whose = tokens.length > 1 ? ` of the network of ${name}` : ' of the network';
    return { settleTimeout, revealTimeout, whose };
  });
}

function checkNode(
  { path, value }: Placed<NodeSettings>,
  usual: readonly UsualTimeouts[],
  faults: FaultList,
): void {
  const { settleTimeout, revealTimeout } = value;
  const others = settleTimeout === undefined ? usual : [{ settleTimeout, whose: ' of this node' }, ...usual];
  if (revealTimeout !== undefined) {
    const short = others.find((other) => revealTimeout * 2 > other.settleTimeout);
    if (short === undefined) return;
    const expected = `at most half the settle timeout of ${short.settleTimeout} blocks${short.whose}`;
    faults.unexpected([...path, 'revealTimeout'], expected);
    return;
  }
  const long = usual.find((other) => settleTimeout !== undefined && other.revealTimeout * 2 > settleTimeout);
  if (long === undefined) return;
  const expected = `at least twice the reveal timeout of ${long.revealTimeout} blocks${long.whose}`;
  faults.unexpected([...path, 'settleTimeout'], expected, 'give this node a shorter `revealTimeout` too');
}

interface Loading {
  readonly readFile: (relativePath: string) => string;
  readonly faults: FaultList;
}

function loadTopology(topology: TopologySpec, path: readonly PathStep[], loading: Loading): TopologySpec {
  if (topology.kind !== 'snapshot') return topology;
  const text = textOf(topology.file, [...path, 'snapshot', 'file'], loading);
  return text === undefined ? topology : { ...topology, text };
}

function loadRecorded(
  part: NonNullable<ReadFile['recorded']>[number],
  index: number,
  { tokens, ...loading }: Loading & Pick<Scenario, 'tokens'>,
): RecordedTraffic {
  const names = { tokens: tokens.map(({ name }) => name) };
  const text = textOf(part.file, ['recorded', index, 'file'], loading);
  const payments =
    text === undefined
      ? undefined
      : loading.faults.collect(() =>
          readTrace({
            file: part.file,
            format: 'csv',
            names,
            lines: (onLine) => text.split('\n').forEach((line, at) => onLine(line, at + 1)),
            dialect: { columns: part.columns },
          }).all(),
        );
  const { columns: _columns, ...rest } = part;
  return { ...rest, name: part.name ?? `recorded ${index + 1}`, payments: payments ?? [] };
}

function loadAmounts(
  amounts: ReadFile['traffic'][number]['amounts'],
  path: readonly PathStep[],
  loading: Loading,
): AmountDistribution {
  if (amounts.kind !== 'csv') return amounts;
  const text = textOf(amounts.file, [...path, 'csv', 'file'], loading);
  const values =
    text === undefined ? undefined : loading.faults.collect(() => readAmountsCsv({ ...amounts, text }));
  return { ...amounts, values: values ?? [] };
}

function loadClasses(classes: NonNullable<ReadFile['classes']>, loading: Loading): Scenario['classes'] {
  const loaded = Object.entries(classes).map(([name, one]) => {
    if (!('capacity' in one)) return [name, one];
    const path = ['classes', name, 'capacity'];
    const capacity = loadAmounts(one.capacity, path, loading);
    return [name, { ...one, capacity }];
  });
  return Object.fromEntries(loaded) as Scenario['classes'];
}

function noFile(): never {
  throw new Error('this scenario is read without files beside it');
}

function textOf(file: string, path: readonly PathStep[], { readFile, faults }: Loading): string | undefined {
  return faults.collect(() => {
    try {
      return readFile(file);
    } catch (error) {
      if (error instanceof InputError) throw error;
      faults.at(path, `cannot read "${file}": ${reasonOf(error)}`, 'paths are relative to the scenario file');
      return undefined;
    }
  });
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
};

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code && REASONS[code]) ?? message ?? String(error);
}

interface AmountsFile {
  readonly file: string;
  readonly text: string;
  readonly column?: string | undefined;
}

/**
 * Reads amounts from one column of a CSV text: the named one, else the first. A first line without a
 * number in that column is a header. Throws InputError with the place of every value that is no amount.
 */
export function readAmountsCsv({ file, text, column }: AmountsFile): readonly Amount[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const header = csvCells(lines[0] ?? '').map(csvValue);
  const index = column === undefined ? 0 : header.indexOf(column);
  if (column !== undefined && index < 0)
    throw new InputError({
      place: { file, line: 1, column: 1 },
      message: `no column "${column}", the header has ${header.join(', ')}`,
      hint: suggestion(column, header),
    });
  const values: Amount[] = [];
  const faults: InputFault[] = [];
  for (const [lineIndex, line] of lines.entries()) {
    const isHeader = lineIndex === 0 && (column !== undefined || parseAmount(header[0]) === undefined);
    if (isHeader || line.trim() === '') continue;
    const cells = csvCells(line);
    const value = parseAmount(csvValue(cells[index] ?? ''));
    if (value !== undefined) {
      values.push(value);
      continue;
    }
    faults.push({
      place: { file, line: lineIndex + 1, column: csvColumn(cells, index) },
      message: `found ${JSON.stringify(cells[index] ?? '')}, expected an amount: an integer from 0 to 2^256-1`,
    });
  }
  if (faults.length > 0) throw new InputError(faults);
  if (values.length === 0) throw new InputError({ place: { file }, message: 'no amounts in this file' });
  return values;
}
