import type { Step } from '../../model/scenario/scenario.ts';
import type { FaultList } from '../text/fault-list.ts';
import { orderedSteps, type StepGroup, type StepMember } from '../step-order.ts';
import { startOf, stepsOf, type TaskContext } from './leaf-steps.ts';
import type { Group, PlayerTask } from './task-tree.ts';

/** The steps of a task tree; each says after which others it starts, and in which task a person finds it. */
export function taskSteps(tree: StepMember<TaskLeaf>, faults: FaultList): readonly Step[] {
  const only: StepGroup<TaskLeaf> = {
    kind: 'serial',
    label: '',
    path: ['scenario'],
    repeat: 1,
    members: [tree],
  };
  return orderedSteps(
    only,
    ({ steps, kind, place }, [, ...way]) =>
      steps.map((step) => ({ ...step, origin: `${place} ${[...way, kind].join(' / ')}` })),
    faults,
  );
}

/** The steps of one task. */
export interface TaskLeaf {
  readonly steps: readonly Step[];
  readonly kind: string;
  /** The file and the line. */
  readonly place: string;
}

/** A task with all that it holds, as steps in their groups. */
export function taskTree(task: PlayerTask, context: TaskContext): StepMember<TaskLeaf> {
  return 'tasks' in task
    ? { group: groupOf(task, context) }
    : { leaf: { steps: stepsOf(task, context), kind: task.kind, place: context.placeOf(task.path) } };
}

function groupOf(group: Group, context: TaskContext): StepGroup<TaskLeaf> {
  const { kind, name, repeat, concurrency, tasks, path } = group;
  const { value: members, isOther } = context.options.watched(() =>
    tasks.map((task) => taskTree(task, context)),
  );
  const label = name ?? kind;
  if (isOther && repeat > 1) {
    // Nodes come to the second time with the options of the first, and to every later one alike.
    const later = { group: groupOf({ ...group, repeat: repeat - 1 }, context) };
    return {
      kind: kind === 'parallel' ? kind : 'serial',
      label,
      path,
      repeat: 1,
      members: [...members, later],
    };
  }
  if (kind !== 'snapshot')
    return {
      kind,
      label,
      path,
      repeat,
      members,
      ...(concurrency === undefined ? {} : { atOnce: concurrency }),
    };
  // A snapshot is taken of nodes that stand still.
  const all = (switched: 'stop' | 'start'): StepMember<TaskLeaf> => ({
    group: {
      kind: 'parallel',
      label: switched,
      path,
      repeat: 1,
      members: context.nodes.map((node, index) => ({
        leaf: {
          steps: [switched === 'stop' ? { kind: 'stop', node } : startOf(index, context)],
          kind: 'snapshot',
          place: context.placeOf(path),
        },
      })),
    },
  });
  const once: StepGroup<TaskLeaf> = { kind: 'serial', label, path, repeat, members };
  return { kind: 'serial', label, path, repeat: 1, members: [{ group: once }, all('stop'), all('start')] };
}
