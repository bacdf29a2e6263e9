import { gather } from '../../model/gather.ts';
import { toJson } from '../../model/json.ts';
import type { Outcome } from '../../model/run/operation.ts';
import type { Run } from '../../model/run/run.ts';
import { LONGEST_MS, type Step } from '../../model/scenario/scenario.ts';
import type { ReadPlayerFile } from '../../scenario/player/player-scenario.ts';
import type { TaskLeaf } from '../../scenario/player/task-steps.ts';
import { simulate } from '../simulate.ts';

type Task = ReadPlayerFile['tree'];

/** Time that passes before assertions, and nothing else comes in between. */
interface Sleep {
  readonly task: TaskLeaf;
  readonly ms: number;
  readonly assertions: readonly TaskLeaf[];
}

const ASSERTING: ReadonlySet<string> = new Set(['expect', 'observe']);
const LOOKING: ReadonlySet<string> = new Set([...ASSERTING, 'wait', 'remember']);
// Each takes a simulation.
const MOST_ROUNDS = 20;

/**
 * A task tree in which assertions wait themselves for what sleeps gave time to. A sleep stays where what follows says that
 * something has not happened, and where a task of the simulated file would end otherwise without it.
 */
export async function withoutSleeps({ scenario, tree, stepsOf }: ReadPlayerFile): Promise<Task> {
  const original = await simulate({ scenario });
  let dropped = sleepsIn(tree, scenario.protocol.blockTimeMs).filter(
    ({ task }) => !isAfterRefusal(task, tree, original),
  );
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const shorter = without(dropped, tree);
    const run = await simulate({ scenario: { ...scenario, steps: stepsOf(shorter) } });
    const different = firstDifference(run, original);
    if (different === undefined) return shorter;
    const needed = lastBefore(different, dropped, tree);
    dropped = dropped.filter((sleep) => !needed.includes(sleep));
  }
  return tree;
}

function sleepsIn(task: Task, blockTimeMs: number): readonly Sleep[] {
  if (!('group' in task)) return [];
  const { kind, members } = task.group;
  return members.flatMap((member, at): readonly Sleep[] => {
    if ('group' in member) return sleepsIn(member, blockTimeMs);
    const [step] = member.leaf.steps;
    if (kind !== 'serial' || step?.kind !== 'wait') return [];
    const assertions = assertionsAfter(members.slice(at + 1));
    if (assertions.length === 0 || assertions.some(({ steps }) => steps.some(saysNothingHappened))) return [];
    const ms = (step.ms ?? 0) + (step.blocks ?? 0) * blockTimeMs;
    return [{ task: member.leaf, ms, assertions }];
  });
}

// Sleeps that follow each other serve the same assertions.
function assertionsAfter(tasks: readonly Task[]): readonly TaskLeaf[] {
  const from = tasks.findIndex((task) => !isEvery(task, ({ kind }) => kind === 'wait'));
  const asserting = from === -1 ? [] : tasks.slice(from);
  const to = asserting.findIndex((task) => !isEvery(task, ({ kind }) => ASSERTING.has(kind)));
  return asserting.slice(0, to === -1 ? undefined : to).flatMap(leavesIn);
}

function isEvery(task: Task, holds: (step: Step) => boolean): boolean {
  const steps = leavesIn(task).flatMap((leaf) => leaf.steps);
  return steps.length > 0 && steps.every(holds);
}

function leavesIn(task: Task): readonly TaskLeaf[] {
  return 'leaf' in task ? [task.leaf] : task.group.members.flatMap(leavesIn);
}

// It holds before and after; only time tells.
function saysNothingHappened(step: Step): boolean {
  if (step.kind !== 'observe') return false;
  const { count, paths, isCharged, isClaimed } = step.observation as Partial<
    Record<'count' | 'paths' | 'isCharged' | 'isClaimed', unknown>
  >;
  return count === 0 || paths === 0 || isCharged === false || isClaimed === false;
}

// A refused request has changed nothing, and only time tells that it stays so.
function isAfterRefusal(sleep: TaskLeaf, tree: Task, { records }: Run): boolean {
  const leaves = leavesIn(tree);
  const changing = leaves
    .slice(0, leaves.indexOf(sleep))
    .findLast(({ steps }) => steps.some(({ kind }) => !LOOKING.has(kind)));
  return records.some(
    ({ operation, outcome }) => outcome.kind === 'failed' && placeIn(operation.origin) === changing?.place,
  );
}

function without(sleeps: readonly Sleep[], task: Task): Task {
  if ('group' in task) {
    const members = task.group.members.filter(
      (member) => !('leaf' in member && sleeps.some((sleep) => sleep.task === member.leaf)),
    );
    return { group: { ...task.group, members: members.map((member) => without(sleeps, member)) } };
  }
  const longerMs = sleeps
    .filter(({ assertions }) => assertions.includes(task.leaf))
    .reduce((sum, { ms }) => sum + ms, 0);
  const steps = task.leaf.steps.map((step) =>
    'withinMs' in step ? { ...step, withinMs: Math.min(step.withinMs + longerMs, LONGEST_MS) } : step,
  );
  return { leaf: { ...task.leaf, steps } };
}

// Undefined: none.
function firstDifference(run: Run, original: Run): string | undefined {
  const [ended, wanted] = [endings(run), endings(original)];
  return [...wanted].find(([place, outcomes]) => outcomes !== ended.get(place))?.[0];
}

/** How the tasks of each place ended, and what the channels held at the end. */
function endings({ records, end }: Run): ReadonlyMap<string, string> {
  const byPlace = new Map<string, string[]>();
  for (const { operation, outcome } of records)
    if (operation.kind !== 'wait') gather(byPlace, placeIn(operation.origin), endingOf(outcome));
  const balances = end?.edges().map((edge) => end.getEdgeAttribute(edge, 'balance'));
  return new Map([
    ...[...byPlace].map(([place, tasks]) => [place, tasks.sort().join()] as const),
    ['', toJson(balances ?? [])],
  ]);
}

function endingOf(outcome: Outcome): string {
  return 'status' in outcome ? `${outcome.kind} ${outcome.status}` : outcome.kind;
}

function placeIn(origin: string): string {
  return origin.slice(0, origin.indexOf(' '));
}

// The last sleep before a place; all of them where none is before it.
function lastBefore(place: string, sleeps: readonly Sleep[], tree: Task): readonly Sleep[] {
  const leaves = leavesIn(tree);
  const at = leaves.findIndex((leaf) => leaf.place === place);
  const before = new Set(at === -1 ? leaves : leaves.slice(0, at));
  const last = sleeps.findLast(({ task }) => before.has(task));
  return last === undefined ? sleeps : [last];
}
