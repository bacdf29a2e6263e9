import type { z } from 'zod';
import { PARTS } from '../scenario-file.ts';
import type { PathStep } from './yaml-document.ts';

type Parts = { readonly [Name in keyof typeof PARTS]: z.output<(typeof PARTS)[Name]> };

/** A part of the file that its schema accepts, with where it stands. */
export type Part<Name extends keyof Parts> = PlacedPart<Parts[Name]>;

/** A value with where it stands. */
export interface PlacedPart<Value> {
  readonly path: readonly PathStep[];
  readonly value: Value;
}

/**
 * The parts of a scenario file that are well formed, whatever is wrong with the others: so that what
 * names mean is checked at once with how values are written.
 */
export interface Draft {
  readonly tokens: readonly Part<'token'>[];
  readonly networks: readonly Part<'network'>[];
  readonly nodes: readonly Part<'node'>[];
  readonly traffic: readonly Part<'traffic'>[];
  readonly steps: readonly Part<'step'>[];
  readonly churn: readonly Part<'churn'>[];
  readonly griefing: readonly Part<'griefing'>[];
  readonly replenish: readonly Part<'replenish'>[];
  /** False when a part that names tokens or nodes could not be read, so that unknown names prove nothing. */
  readonly namesAreComplete: boolean;
}

/** Reads what can be read of a file's value. */
export function readDraft(value: unknown): Draft {
  const file = isMapping(value) ? value : {};
  const tokens = readList('token', 'tokens', file);
  const one = readOne('network', ['network'], file['network']);
  const several = readList('network', 'networks', file);
  const nodes = isMapping(file['nodes'])
    ? Object.entries(file['nodes']).flatMap(([name, node]) => readOne('node', ['nodes', name], node))
    : [];
  return {
    tokens,
    networks: [...one, ...several],
    nodes,
    traffic: readList('traffic', 'traffic', file),
    steps: readList('step', 'steps', file),
    churn: readList('churn', 'churn', file),
    griefing: readList('griefing', 'griefing', file),
    replenish: readList('replenish', 'replenish', file),
    namesAreComplete:
      isMapping(value) &&
      tokens.length === countOf(file['tokens']) &&
      one.length === (file['network'] === undefined ? 0 : 1) &&
      several.length === countOf(file['networks']) &&
      nodes.length === (isMapping(file['nodes']) ? Object.keys(file['nodes']).length : 0),
  };
}

function readList<Name extends keyof Parts>(
  part: Name,
  key: string,
  file: Readonly<Record<string, unknown>>,
): readonly Part<Name>[] {
  const items = file[key];
  return Array.isArray(items) ? items.flatMap((item, index) => readOne(part, [key, index], item)) : [];
}

function readOne<Name extends keyof Parts>(
  part: Name,
  path: readonly PathStep[],
  value: unknown,
): readonly Part<Name>[] {
  const result = value === undefined ? undefined : PARTS[part].safeParse(value);
  return result?.success ? [{ path, value: result.data as Parts[Name] }] : [];
}

// A value that should be a list and is none could have held anything: undefined.
function countOf(value: unknown): number | undefined {
  if (value === undefined) return 0;
  return Array.isArray(value) ? value.length : undefined;
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
