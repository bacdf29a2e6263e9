import { Document, isCollection, isMap, isSeq } from 'yaml';
import { InputError } from '../../errors.ts';
import type { Observation } from '../../model/run/observation.ts';
import { withoutUndefined } from '../../model/without-undefined.ts';
import type { StepGroup, StepMember } from '../step-order.ts';
import { expectsSomething } from '../fields/observation-fields.ts';
import { nodeEntry, stepEntry } from '../text/edited-text.ts';
import { pathText } from '../text/yaml-document.ts';
import type { ReadPlayerFile } from './player-scenario.ts';
import type { TaskLeaf } from './task-tree.ts';

/** A scenario-player file as one of ours, groups and loops kept. Throws InputError for a task that can only fail, or only hold. */
export function convertedText({ scenario, tree }: Pick<ReadPlayerFile, 'scenario' | 'tree'>): string {
  const { pathFindingPrice } = scenario.protocol;
  const document = new Document({
    question: scenario.question,
    seed: scenario.seed,
    tokens: scenario.tokens,
    nodes: Object.fromEntries(
      Object.entries(scenario.nodes).map(([name, spec]) => [name, nodeEntry(spec)] as const),
    ),
    ...(pathFindingPrice === undefined ? {} : { protocol: { pathFindingPrice } }),
    steps: entriesOf(tree),
  });
  for (const part of ['tokens', 'nodes', 'steps']) flatten(document.get(part));
  return document.toString({ lineWidth: 0 });
}

function entriesOf(member: StepMember<TaskLeaf>): readonly object[] {
  return 'group' in member ? [groupEntry(member.group)] : leafEntries(member.leaf);
}

function groupEntry({ kind, label, repeat, atOnce, members }: StepGroup<TaskLeaf>): object {
  return {
    [kind]: {
      ...(label === kind ? {} : { name: label }),
      ...(repeat === 1 ? {} : { repeat }),
      ...withoutUndefined({ atOnce }),
      steps: members.flatMap(entriesOf),
    },
  };
}

function leafEntries({ steps, kind, place }: TaskLeaf): readonly object[] {
  return steps.map((step) => {
    const fault = step.kind === 'observe' ? faultOf(step.observation) : undefined;
    if (fault !== undefined)
      throw new InputError({
        message: `${place}: ${kind} cannot be converted: ${fault}`,
        hint: 'Take the task out of the file first.',
      });
    return stepEntry(step, { withToken: false });
  });
}

function faultOf(observation: Observation): string | undefined {
  if (observation.of === 'nothing') return observation.because;
  return expectsSomething(observation.of, observation) ? undefined : 'it expects nothing';
}

// Whatever is no group of steps stands on one line.
function flatten(node: unknown): void {
  if (isSeq(node)) for (const item of node.items) flatten(item);
  else if (isMap(node))
    for (const { key, value } of node.items)
      if (['serial', 'parallel'].includes(String(key)) && isMap(value)) flatten(value.get('steps'));
      else if (isCollection(value)) value.flow = true;
}

/** The faults of a converted text, by the tasks that it comes from. */
export function inPlayerFile(
  { faults }: InputError,
  { tree, placeOf }: Pick<ReadPlayerFile, 'tree' | 'placeOf'>,
  file: string,
): InputError {
  return new InputError(
    faults.map(({ place, message, hint }) => {
      const path = place?.path ?? '';
      const indexes = path.startsWith('steps[') ? (path.match(/(?<=\[)\d+(?=\])/g) ?? []) : [];
      const member = memberAt(tree, indexes.map(Number));
      const said = `cannot be converted: ${message}`;
      if (member === undefined) return { place: { file, path }, message: said, hint };
      if ('leaf' in member) return { message: `${member.leaf.place}: ${member.leaf.kind} ${said}`, hint };
      const { path: groupPath } = member.group;
      return { place: { ...placeOf(groupPath), path: pathText(groupPath) }, message: said, hint };
    }),
  );
}

type Member = StepMember<TaskLeaf>;

// The indexes of a path lead through the lists that `entriesOf` made.
function memberAt(tree: Member, indexes: readonly number[]): Member | undefined {
  let found: Member | undefined;
  for (const index of indexes) {
    const members: readonly Member[] =
      found === undefined ? [tree] : 'group' in found ? found.group.members : [];
    const made = members.flatMap((member): readonly Member[] =>
      'leaf' in member ? member.leaf.steps.map(() => member) : [member],
    );
    if (made[index] === undefined) break;
    found = made[index];
  }
  return found;
}
