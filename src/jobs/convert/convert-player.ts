import { toJson } from '../../model/json.ts';
import type { Run } from '../../model/run/run.ts';
import { LONGEST_MS, type Step } from '../../model/scenario/scenario.ts';
import type { ReadPlayerFile, PlayerSource } from '../../scenario/player/player-scenario.ts';
import type { TaskLeaf } from '../../scenario/player/task-tree.ts';
import { simulate } from '../simulate.ts';
import { InputError } from '../../errors.ts';
import { convertedText, inPlayerFile } from '../../scenario/player/converted-text.ts';
import { parseScenario, readPlayer } from '../parse-scenario.ts';

/** A scenario-player file as one of ours. Throws InputError for what ours cannot say. */
export async function convertPlayer(source: Omit<PlayerSource, 'protocol'>): Promise<string> {
  const read = readPlayer(source);
  try {
    parseScenario({ file: source.file, text: convertedText(read), readFile: () => '' });
  } catch (error) {
    throw error instanceof InputError ? inPlayerFile(error, read, source.file) : error;
  }
  return convertedText({ ...read, tree: await withoutSleeps(read) });
}

type Task = ReadPlayerFile['tree'];

/** Time that passes before assertions, and nothing else comes in between. */
interface Sleep {
  /** They follow each other. */
  readonly tasks: readonly TaskLeaf[];
  /** The task before, which it gives time to; the sleep itself where that is beside it or in the turn before. */
  readonly after: Task;
  readonly ms: number;
  readonly assertions: readonly TaskLeaf[];
}

const ASSERTING: ReadonlySet<string> = new Set(['expect', 'observe']);

/**
 * A task tree in which assertions wait themselves for what sleeps gave time to. A sleep stays where one of its assertions
 * holds before what it gives time to, and where a task of the simulated file would end otherwise without it.
 */
export async function withoutSleeps({ scenario, tree, stepsOf }: ReadPlayerFile): Promise<Task> {
  const run = (task: Task): Promise<Run> => simulate({ scenario: { ...scenario, steps: stepsOf(task) } });
  const original = endings(await run(tree));
  const sleeps = sleepsIn(tree, scenario.protocol.blockTimeMs);
  const looks = looksBefore(sleeps);
  const unmet = unmetIn(await run(withLooks(looks, sleeps, tree)));
  let dropped: readonly Sleep[] = [];
  const drop = async (some: readonly Sleep[]): Promise<void> => {
    if (some.length === 0) return;
    const more = [...dropped, ...some];
    if (endings(await run(without(more, tree))) === original) {
      dropped = more;
    } else if (some.length > 1) {
      const middle = Math.ceil(some.length / 2);
      await drop(some.slice(0, middle));
      await drop(some.slice(middle));
    }
  };
  await drop(
    sleeps.filter(({ assertions }) => assertions.every((leaf) => unmet.has(looks.get(leaf)?.place))),
  );
  return without(dropped, tree);
}

function sleepsIn(task: Task, blockTimeMs: number, after?: Task): readonly Sleep[] {
  if (!('group' in task)) return [];
  const { kind, members, repeat } = task.group;
  return members.flatMap((member, at): readonly Sleep[] => {
    const first = kind === 'serial' && repeat === 1 ? after : undefined;
    const before = kind === 'serial' && at > 0 ? members[at - 1] : first;
    if ('group' in member) return sleepsIn(member, blockTimeMs, before);
    if (kind !== 'serial' || !isSleep(member) || isSleep(members[at - 1])) return [];
    const rest = members.slice(at);
    const to = rest.findIndex((other) => !isSleep(other));
    const assertions = assertionsFirstIn(to === -1 ? [] : rest.slice(to));
    if (assertions.length === 0) return [];
    const tasks = rest.slice(0, to).flatMap(leavesIn);
    const ms = tasks
      .flatMap(({ steps }) => steps)
      .reduce((sum, step) => sum + waitedMs(step, blockTimeMs), 0);
    return [{ tasks, after: before ?? member, ms, assertions }];
  });
}

function isSleep(task: Task | undefined): boolean {
  return task !== undefined && 'leaf' in task && task.leaf.steps[0]?.kind === 'wait';
}

function waitedMs(step: Step, blockTimeMs: number): number {
  return step.kind === 'wait' ? (step.ms ?? 0) + (step.blocks ?? 0) * blockTimeMs : 0;
}

function assertionsFirstIn(tasks: readonly Task[]): readonly TaskLeaf[] {
  const to = tasks.findIndex((task) => !isAsserting(task));
  return tasks.slice(0, to === -1 ? undefined : to).flatMap(leavesIn);
}

function isAsserting(task: Task): boolean {
  const steps = leavesIn(task).flatMap((leaf) => leaf.steps);
  return steps.length > 0 && steps.every(({ kind }) => ASSERTING.has(kind));
}

function leavesIn(task: Task): readonly TaskLeaf[] {
  return 'leaf' in task ? [task.leaf] : task.group.members.flatMap(leavesIn);
}

/** For each assertion after a sleep, the task that must look before the sleep has its effect. */
function looksBefore(sleeps: readonly Sleep[]): ReadonlyMap<TaskLeaf, TaskLeaf> {
  return new Map(
    sleeps
      .flatMap(({ assertions }) => assertions)
      .map((leaf, at) => {
        const steps = leaf.steps.map((step) => ('withinMs' in step ? { ...step, withinMs: 0 } : step));
        return [leaf, { ...leaf, place: `:${at}`, steps }];
      }),
  );
}

function withLooks(looks: ReadonlyMap<TaskLeaf, TaskLeaf>, sleeps: readonly Sleep[], task: Task): Task {
  if (!('group' in task)) return task;
  const members = task.group.members.flatMap((member): readonly Task[] => {
    const before = sleeps
      .filter(({ after }) => after === member)
      .flatMap(({ assertions }) => assertions.flatMap((leaf) => looks.get(leaf) ?? []));
    return [...before.map((leaf) => ({ leaf })), withLooks(looks, sleeps, member)];
  });
  return { group: { ...task.group, members } };
}

/** Where tasks stand that succeed in no turn. */
function unmetIn({ records }: Run): ReadonlySet<string | undefined> {
  const placeOf = ({ operation: { origin } }: Run['records'][number]): string =>
    origin.slice(0, origin.indexOf(' '));
  const met = new Set(records.filter(({ outcome }) => outcome.kind === 'succeeded').map(placeOf));
  return new Set(records.map(placeOf).filter((place) => !met.has(place)));
}

function without(sleeps: readonly Sleep[], task: Task): Task {
  if ('group' in task) {
    const members = task.group.members.filter(
      (member) => !('leaf' in member && sleeps.some(({ tasks }) => tasks.includes(member.leaf))),
    );
    return { group: { ...task.group, members: members.map((member) => without(sleeps, member)) } };
  }
  const longerMs = sleeps.find(({ assertions }) => assertions.includes(task.leaf))?.ms ?? 0;
  const steps = task.leaf.steps.map((step) =>
    'withinMs' in step ? { ...step, withinMs: Math.min(step.withinMs + longerMs, LONGEST_MS) } : step,
  );
  return { leaf: { ...task.leaf, steps } };
}

/** How the tasks ended, and what the channels held at the end. */
function endings({ records, end }: Run): string {
  const tasks = records
    .filter(({ operation }) => operation.kind !== 'wait')
    .map(
      ({ operation, outcome }) =>
        `${operation.origin} ${outcome.kind} ${'status' in outcome ? outcome.status : ''}`,
    );
  return toJson([tasks.sort(), end?.edges().map((edge) => end.getEdgeAttribute(edge, 'balance')) ?? []]);
}
