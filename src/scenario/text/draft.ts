import type { z } from 'zod';
import type { Step } from '../../model/scenario/scenario.ts';
import { withoutUndefined } from '../../model/without-undefined.ts';
import { PARTS } from '../scenario-file.ts';
import { orderedSteps, type StepGroup, type StepMember } from '../step-order.ts';
import type { FaultList } from './fault-list.ts';
import { type PathStep, pathText } from './yaml-document.ts';

type Parts = { readonly [Name in keyof typeof PARTS]: z.output<(typeof PARTS)[Name]> };

/** A part of the file that its schema accepts, with where it stands. */
export type Part<Name extends keyof Parts> = PlacedPart<Parts[Name]>;

/** A step that is no group; where there are groups, with its place among them. */
export type LeafStep = Exclude<Parts['step'], { readonly kind: 'serial' | 'parallel' }> &
  Pick<Step, 'after' | 'origin'>;

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
  readonly steps: readonly PlacedPart<LeafStep>[];
  readonly churn: readonly Part<'churn'>[];
  readonly griefing: readonly Part<'griefing'>[];
  readonly replenish: readonly Part<'replenish'>[];
  /** False when a part that names tokens or nodes could not be read, so that unknown names prove nothing. */
  readonly namesAreComplete: boolean;
}

/**
 * Places the parts of a file that was read, or reads what can be read of one that was not; the faults get steps that are
 * too many, and those within groups, which the schema of the file takes as they are.
 */
export function readDraft(read: z.ZodSafeParseResult<object>, value: unknown, faults: FaultList): Draft {
  const file: unknown = read.success ? read.data : value;
  const fields = isMapping(file) ? file : {};
  const take = read.success ? placed : readOne;
  const listOf = <Name extends keyof Parts>(part: Name, key: string): readonly Part<Name>[] => {
    const items = fields[key];
    return Array.isArray(items) ? items.flatMap((item, index) => take(part, [key, index], item)) : [];
  };
  const tokens = listOf('token', 'tokens');
  const one = take('network', ['network'], fields['network']);
  const several = listOf('network', 'networks');
  const entries = isMapping(fields['nodes']) ? Object.entries(fields['nodes']) : [];
  const nodes = entries.flatMap(([name, node]) => take('node', ['nodes', name], node));
  return {
    tokens,
    networks: [...one, ...several],
    nodes,
    traffic: listOf('traffic', 'traffic'),
    steps: readSteps(listOf('step', 'steps'), faults),
    churn: listOf('churn', 'churn'),
    griefing: listOf('griefing', 'griefing'),
    replenish: listOf('replenish', 'replenish'),
    namesAreComplete:
      isMapping(file) &&
      tokens.length === countOf(fields['tokens']) &&
      one.length === (fields['network'] === undefined ? 0 : 1) &&
      several.length === countOf(fields['networks']) &&
      nodes.length === entries.length,
  };
}

type TakePart = <Name extends keyof Parts>(
  part: Name,
  path: readonly PathStep[],
  value: unknown,
) => readonly Part<Name>[];

const placed: TakePart = (_part, path, value) =>
  value === undefined ? [] : [{ path, value: value as never }];

const readOne: TakePart = (part, path, value) => {
  const result = value === undefined ? undefined : PARTS[part].safeParse(value);
  return result?.success ? [{ path, value: result.data as never }] : [];
};

// In one list, each in its place.
function readSteps(parts: readonly Part<'step'>[], faults: FaultList): readonly PlacedPart<LeafStep>[] {
  if (!parts.some(isGroup)) return parts as readonly PlacedPart<LeafStep>[];
  const root: StepGroup<PlacedPart<LeafStep>> = {
    kind: 'serial',
    label: '',
    path: ['steps'],
    repeat: 1,
    members: parts.map((part) => memberOf(part, faults)),
  };
  return orderedSteps(
    root,
    ({ path, value }, [, ...way]) => [
      { path, value: { ...value, origin: [pathText(path), way.join(' / ')].join(' ').trim() } },
    ],
    faults,
  ).map(({ path, value, after }) => ({ path, value: { ...value, after } }));
}

function memberOf(part: Part<'step'>, faults: FaultList): StepMember<PlacedPart<LeafStep>> {
  if (!isGroup(part)) return { leaf: part as PlacedPart<LeafStep> };
  const { kind, name, repeat, steps } = part.value;
  const members = steps.flatMap((step, index) => {
    const path = [...part.path, kind, 'steps', index];
    const { success, data, error } = PARTS.step.safeParse(step);
    if (success) return [memberOf({ path, value: data }, faults)];
    faults.addIssues(error.issues, path);
    return [];
  });
  return {
    group: {
      kind,
      label: name ?? kind,
      path: [...part.path, kind],
      repeat,
      members,
      ...(kind === 'parallel' ? withoutUndefined({ atOnce: part.value.atOnce }) : {}),
    },
  };
}

type StepGroupValue = Extract<Parts['step'], { readonly kind: 'serial' | 'parallel' }>;

function isGroup(part: Part<'step'>): part is PlacedPart<StepGroupValue> {
  return part.value.kind === 'serial' || part.value.kind === 'parallel';
}

// A value that should be a list and is none could have held anything: undefined.
function countOf(value: unknown): number | undefined {
  if (value === undefined) return 0;
  return Array.isArray(value) ? value.length : undefined;
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
