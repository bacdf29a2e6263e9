import type { z } from 'zod';
import type { Step } from '../model/scenario/scenario.ts';
import { withoutUndefined } from '../model/without-undefined.ts';
import type { scenarioFile } from './scenario-file.ts';
import { orderedSteps, type StepGroup, type StepMember } from './step-order.ts';
import type { FaultList } from './text/fault-list.ts';
import { type PathStep, pathText } from './text/yaml-document.ts';

/** A scenario file whose shape is right; names are not checked yet. */
export type ReadFile = z.output<ReturnType<typeof scenarioFile>>;

type WrittenStep = ReadFile['steps'][number];

/** A step that is no group; where there are groups, with its place among them. */
export type LeafStep = Exclude<WrittenStep, { readonly kind: 'serial' | 'parallel' }> &
  Pick<Step, 'after' | 'origin'>;

/** A value with its path in the file. */
export interface Placed<Value> {
  readonly path: readonly PathStep[];
  readonly value: Value;
}

/** The items of a list of the file. */
export function placed<Value>(key: string, values: readonly Value[] = []): readonly Placed<Value>[] {
  return values.map((value, index) => ({ path: [key, index], value }));
}

/** The networks of a file, which has one or a list. */
export function placedNetworks({ network, networks }: Pick<ReadFile, 'network' | 'networks'>) {
  const one = network === undefined ? [] : [{ path: ['network'], value: network }];
  return [...one, ...placed('networks', networks)];
}

/** The steps of a file in one list; those of groups start after others. Groups that repeat too often are a fault. */
export function placedSteps(
  { steps }: Pick<ReadFile, 'steps'>,
  faults: FaultList,
): readonly Placed<LeafStep>[] {
  const parts = placed('steps', steps);
  if (!parts.some(isGroup)) return parts as readonly Placed<LeafStep>[];
  const root: StepGroup<Placed<LeafStep>> = {
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

function memberOf(part: Placed<WrittenStep>): StepMember<Placed<LeafStep>> {
  if (!isGroup(part)) return { leaf: part as Placed<LeafStep> };
  const { kind, name, repeat, steps } = part.value;
  const path = [...part.path, kind];
  const members = steps.map((step, index) =>
    memberOf({ path: [...path, 'steps', index], value: step as WrittenStep }),
  );
  const atOnce = kind === 'parallel' ? part.value.atOnce : undefined;
  return { group: { kind, label: name ?? kind, path, repeat, members, ...withoutUndefined({ atOnce }) } };
}

function isGroup(
  part: Placed<WrittenStep>,
): part is Placed<Extract<WrittenStep, { readonly kind: 'serial' | 'parallel' }>> {
  return part.value.kind === 'serial' || part.value.kind === 'parallel';
}
