import { InputError, type InputFault } from '../errors.ts';
import { type Amount, parseAmount } from '../model/network/amount.ts';
import type { AmountDistribution } from '../model/scenario/distribution.ts';
import type { Scenario, TopologySpec } from '../model/scenario/scenario.ts';
import type { TokenedParts } from './resolve-tokens.ts';
import type { Part } from './text/draft.ts';
import type { FaultList } from './text/fault-list.ts';
import { suggestion } from './text/suggestion.ts';
import type { PathStep } from './text/yaml-document.ts';
import { csvCells, csvColumn, csvValue } from './trace/csv-cells.ts';

type LoadedParts = Pick<Scenario, 'tokens' | 'networks' | 'traffic' | 'steps'> &
  Pick<TokenedParts, 'griefing'>;

interface Loading {
  readonly readFile: (relativePath: string) => string;
  readonly faults: FaultList;
}

/** Reads the files that networks and traffic name. */
export function loadFiles(parts: TokenedParts, loading: Loading): LoadedParts {
  return {
    tokens: parts.tokens,
    networks: parts.networks.map(({ path, value }) => ({
      ...value,
      topology: loadTopology(value.topology, [...path, 'topology'], loading),
      capacity: loadAmounts(value.capacity, [...path, 'capacity'], loading),
    })),
    traffic: parts.traffic.map(({ path, value }, index) => ({
      ...value,
      name: value.name ?? `traffic ${index + 1}`,
      amounts: loadAmounts(value.amounts, [...path, 'amounts'], loading),
    })),
    steps: parts.steps,
    griefing: parts.griefing,
  };
}

function loadTopology(topology: TopologySpec, path: readonly PathStep[], loading: Loading): TopologySpec {
  if (topology.kind !== 'snapshot') return topology;
  const text = load(topology.file, [...path, 'snapshot', 'file'], loading);
  return text === undefined ? topology : { ...topology, text };
}

function loadAmounts(
  amounts: Part<'traffic'>['value']['amounts'],
  path: readonly PathStep[],
  loading: Loading,
): AmountDistribution {
  if (amounts.kind !== 'csv') return amounts;
  const text = load(amounts.file, [...path, 'csv', 'file'], loading);
  try {
    return { ...amounts, values: text === undefined ? [] : readAmountsCsv({ ...amounts, text }) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    loading.faults.add(error.faults);
    return { ...amounts, values: [] };
  }
}

function load(file: string, path: readonly PathStep[], { readFile, faults }: Loading): string | undefined {
  try {
    return readFile(file);
  } catch (error) {
    faults.at(path, `cannot read "${file}": ${reasonOf(error)}`, 'paths are relative to the scenario file');
    return undefined;
  }
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
