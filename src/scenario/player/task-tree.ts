import { z } from 'zod';
import type { Step } from '../../model/scenario/scenario.ts';
import { withoutUndefined } from '../../model/without-undefined.ts';
import { orderedSteps, type StepGroup, type StepMember } from '../step-order.ts';
import type { FaultList } from '../text/fault-list.ts';
import { mapping } from '../text/schema.ts';
import { suggestion } from '../text/suggestion.ts';
import type { PathStep } from '../text/yaml-document.ts';
import { startOf, type TaskContext } from './task-type.ts';
import { TASKS } from './task-types.ts';
import { count, seconds, text } from './task-values.ts';

const MOST_REPETITIONS = 100_000;

/** The options of groups, beside their tasks. */
const GROUPS = {
  serial: groupOptions({}),
  parallel: groupOptions({ concurrency: count(MOST_REPETITIONS).exactOptional() }),
  snapshot: groupOptions({}),
} as const;

function groupOptions<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.lazy(() =>
    mapping({
      tasks: z.array(z.unknown()).prefault([]),
      name: text().exactOptional(),
      repeat: count(MOST_REPETITIONS).prefault(1),
      timeout: seconds().exactOptional(),
      ...shape,
    }),
  );
}

/** A task of the file, with where it stands. */
export type PlayerTask = Group | Leaf;

/** Tasks that run one after the other, or at the same time. */
interface Group {
  readonly kind: keyof typeof GROUPS;
  readonly path: readonly PathStep[];
  readonly name?: string;
  readonly repeat: number;
  /** How many parallel tasks run at once; absent: all. */
  readonly concurrency?: number;
  readonly tasks: readonly PlayerTask[];
}

/** A task that holds no others. */
export interface Leaf {
  readonly kind: string;
  readonly path: readonly PathStep[];
  readonly options: unknown;
}

interface ReadTask {
  readonly faults: FaultList;
  /** Options that the original does not know are left aside, as it does. */
  readonly asWritten: boolean;
}

const KNOWN = [...Object.keys(GROUPS), ...Object.keys(TASKS)];
const ONE_KEY = 'one task, `- type: options`';

/** Reads a task with all that it holds; what is wrong is added to the faults. */
export function readTask(
  value: unknown,
  path: readonly PathStep[],
  reading: ReadTask,
): PlayerTask | undefined {
  const entries =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
  const [entry] = entries;
  const { faults } = reading;
  if (entry === undefined || entries.length !== 1) {
    faults.unexpected(path, ONE_KEY);
    return undefined;
  }
  const [type, options] = entry;
  if (isGroup(type)) return readGroup(type, options, [...path, type], reading);
  const taskType = Object.hasOwn(TASKS, type) ? TASKS[type] : undefined;
  if (taskType !== undefined) {
    const read = parsed(taskType.schema, options, [...path, type], reading);
    return read && { kind: type, path: [...path, type], options: read.value };
  }
  faults.at(
    [...path, type],
    `unknown task type "${type}"`,
    suggestion(type, KNOWN) ?? `Task types: ${KNOWN.join(', ')}.`,
  );
  return undefined;
}

function readGroup(
  kind: Group['kind'],
  value: unknown,
  path: readonly PathStep[],
  reading: ReadTask,
): Group | undefined {
  const options = parsed(GROUPS[kind], value, path, reading);
  if (options === undefined) return undefined;
  const { tasks, name, repeat, concurrency = 0 } = options.value as z.output<(typeof GROUPS)['parallel']>;
  const read = tasks.map((task, index) => readTask(task, [...path, 'tasks', index], reading));
  return {
    kind,
    path,
    ...withoutUndefined({ name }),
    repeat,
    ...(concurrency === 0 ? {} : { concurrency }),
    tasks: read.filter((task) => task !== undefined),
  };
}

function parsed<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  path: readonly PathStep[],
  { faults, asWritten }: ReadTask,
): { readonly value: z.output<Schema> } | undefined {
  const result = schema.safeParse(asWritten ? withKnownKeys(schema, value) : value);
  if (result.success) return { value: result.data };
  faults.addIssues(result.error.issues, path);
  return undefined;
}

function withKnownKeys(schema: z.ZodType, value: unknown): unknown {
  const made = schema instanceof z.ZodLazy ? schema.unwrap() : schema;
  if (!(made instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => Object.hasOwn(made.shape, key)));
}

function isGroup(type: string): type is Group['kind'] {
  return Object.hasOwn(GROUPS, type);
}

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

function stepsOf({ kind, options }: Leaf, context: TaskContext): readonly Step[] {
  return TASKS[kind]?.steps(options, context) ?? [];
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
    const inOrder = kind === 'parallel' ? kind : 'serial';
    return { kind: inOrder, label, path, repeat: 1, members: [...members, later] };
  }
  if (kind !== 'snapshot')
    return { kind, label, path, repeat, members, ...withoutUndefined({ atOnce: concurrency }) };
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
