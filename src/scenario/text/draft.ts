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

/** Reads what can be read of a file's value; the faults get steps that are too many. */
export function readDraft(value: unknown, faults: FaultList): Draft {
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
    steps: readSteps(readList('step', 'steps', file), faults),
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

// In one list, each in its place.
function readSteps(parts: readonly Part<'step'>[], faults: FaultList): readonly PlacedPart<LeafStep>[] {
  if (!parts.some(isGroup)) return parts as readonly PlacedPart<LeafStep>[];
  const root: StepGroup<PlacedPart<LeafStep>> = {
    kind: 'serial',
    label: '',
    path: ['steps'],
    repeat: 1,
    members: parts.map(memberOf),
  };
  return orderedSteps(
    root,
    ({ path, value }, [, ...way]) => [
      { path, value: { ...value, origin: [pathText(path), way.join(' / ')].join(' ').trim() } },
    ],
    faults,
  ).map(({ path, value, after }) => ({ path, value: { ...value, after } }));
}

function memberOf(part: Part<'step'>): StepMember<PlacedPart<LeafStep>> {
  if (!isGroup(part)) return { leaf: part as PlacedPart<LeafStep> };
  const { kind, name, repeat } = part.value;
  const members = stepsWithin(part).map(({ path, value }) => readOne('step', path, value).map(memberOf));
  return {
    group: {
      kind,
      label: name ?? kind,
      path: [...part.path, kind],
      repeat,
      members: members.flat(),
      ...(kind === 'parallel' ? withoutUndefined({ atOnce: part.value.atOnce }) : {}),
    },
  };
}

type StepGroupValue = Extract<Parts['step'], { readonly kind: 'serial' | 'parallel' }>;

function isGroup(part: Part<'step'>): part is PlacedPart<StepGroupValue> {
  return part.value.kind === 'serial' || part.value.kind === 'parallel';
}

function stepsWithin({ path, value }: PlacedPart<StepGroupValue>): readonly PlacedPart<unknown>[] {
  return value.steps.map((step, index) => ({ path: [...path, value.kind, 'steps', index], value: step }));
}

/** Faults of the steps within groups, which the schema of the file takes as they are. */
export function issuesWithinGroups(value: unknown): readonly z.core.$ZodIssue[] {
  const within = (part: Part<'step'>): readonly z.core.$ZodIssue[] =>
    isGroup(part)
      ? stepsWithin(part).flatMap((step) => {
          const result = PARTS.step.safeParse(step.value);
          if (result.success) return within({ path: step.path, value: result.data });
          return result.error.issues.map((issue) => ({ ...issue, path: [...step.path, ...issue.path] }));
        })
      : [];
  return isMapping(value) ? readList('step', 'steps', value).flatMap(within) : [];
}

// A value that should be a list and is none could have held anything: undefined.
function countOf(value: unknown): number | undefined {
  if (value === undefined) return 0;
  return Array.isArray(value) ? value.length : undefined;
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
