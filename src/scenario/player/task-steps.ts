import type { Step } from '../../model/scenario/scenario.ts';
import { stepsOf, type TaskContext } from './leaf-steps.ts';
import type { Group, Leaf, PlayerTask } from './task-tree.ts';

/** The steps of a task tree; each says after which others it starts, and in which task a person finds it. */
export function taskSteps(root: PlayerTask, context: TaskContext): readonly Step[] {
  const steps: Step[] = [];
  const add = (task: PlayerTask, after: Ends, way: readonly string[]): Ends =>
    'tasks' in task ? addGroup(task, after, way) : addLeaf(task, after, way);

  const addLeaf = (task: Leaf, after: Ends, way: readonly string[]): Ends => {
    const origin = `${context.placeOf(task.path)} ${[...way, task.kind].join(' / ')}`;
    let last = after;
    for (const step of stepsOf(task, context)) {
      steps.push({ ...step, after: last, origin });
      last = [steps.length - 1];
    }
    return last;
  };

  const addGroup = (group: Group, after: Ends, way: readonly string[]): Ends => {
    const round = (turn: number): readonly string[] => [
      ...way,
      `${group.name ?? group.kind}${group.repeat === 1 ? '' : ` (${turn + 1} of ${group.repeat})`}`,
    ];
    const turns = Array.from({ length: group.repeat }, (_, turn) =>
      group.tasks.map((task) => ({ task, way: round(turn) })),
    ).flat();
    if (group.kind !== 'parallel') {
      const last = turns.reduce((before, each) => add(each.task, before, each.way), after);
      return group.kind === 'snapshot'
        ? addRestart(last, `${context.placeOf(group.path)} ${way.join(' / ')}`)
        : last;
    }
    // Of a limited number of lanes each takes every so many tasks, in order.
    const lanes = group.concurrency ?? turns.length;
    const ends: Ends[] = [];
    turns.forEach((each, at) => ends.push(add(each.task, ends[at - lanes] ?? after, each.way)));
    return ends.length === 0 ? after : [...new Set(ends.flat())];
  };

  // A snapshot is taken of nodes that stand still.
  const addRestart = (after: Ends, origin: string): Ends =>
    (['stop', 'start'] as const).reduce((before, kind) => {
      const first = steps.length;
      for (const node of context.nodes)
        steps.push({ kind, node, after: before, origin: `${origin} / snapshot` });
      return Array.from({ length: steps.length - first }, (_, at) => first + at);
    }, after);

  add(root, [], []);
  return steps;
}

/** Places of steps in the list: what comes next starts when all of them have ended. */
type Ends = readonly number[];
