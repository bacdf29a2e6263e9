import type { AmountDistribution } from '../model/scenario/distribution.ts';
import { InputError } from '../errors.ts';
import type { Scenario, TopologySpec } from '../model/scenario/scenario.ts';
import { readAmountsCsv } from './trace/amounts-csv.ts';
import type { Part } from './text/draft.ts';
import type { FaultList } from './text/fault-list.ts';
import type { TokenedParts } from './resolve-tokens.ts';
import type { PathStep } from './text/yaml-document.ts';

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
