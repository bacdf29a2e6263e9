import { z } from 'zod';
import type { FaultList } from '../text/fault-list.ts';
import { suggestion } from '../text/suggestion.ts';
import type { PathStep } from '../text/yaml-document.ts';
import { GROUPS, type TaskOptions, TASKS, type TaskType } from './task-fields.ts';

/** A task of the file, with where it stands. */
export type PlayerTask = Group | Leaf;

/** Tasks that run one after the other, or at the same time. */
export interface Group {
  readonly kind: keyof typeof GROUPS;
  readonly path: readonly PathStep[];
  readonly name?: string;
  readonly repeat: number;
  /** Of parallel tasks, how many run at once; absent: all. */
  readonly concurrency?: number;
  readonly tasks: readonly PlayerTask[];
}

/** A task that holds no others. */
export type Leaf = {
  readonly [Type in TaskType]: {
    readonly kind: Type;
    readonly path: readonly PathStep[];
    readonly options: TaskOptions<Type>;
  };
}[TaskType];

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
  if (isTask(type)) return readLeaf(type, options, [...path, type], reading);
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
  const { tasks, name, repeat, concurrency } = options as GroupOptions;
  const read = tasks.map((task, index) => readTask(task, [...path, 'tasks', index], reading));
  return {
    kind,
    path,
    ...(name === undefined ? {} : { name }),
    repeat,
    ...(concurrency === undefined || concurrency === 0 ? {} : { concurrency }),
    tasks: read.filter((task) => task !== undefined),
  };
}

type GroupOptions = z.output<(typeof GROUPS)['parallel']>;

function readLeaf(
  kind: TaskType,
  value: unknown,
  path: readonly PathStep[],
  reading: ReadTask,
): Leaf | undefined {
  const options = parsed(TASKS[kind], value, path, reading);
  // Each type has the options of its own schema.
  return options === undefined ? undefined : ({ kind, path, options } as Leaf);
}

function parsed(
  schema: z.ZodType,
  value: unknown,
  path: readonly PathStep[],
  { faults, asWritten }: ReadTask,
): unknown {
  const result = schema.safeParse(asWritten ? withKnownKeys(schema, value) : value);
  if (result.success) return result.data;
  faults.addIssues(result.error.issues, path);
  return undefined;
}

function withKnownKeys(schema: z.ZodType, value: unknown): unknown {
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => Object.hasOwn(schema.shape, key)));
}

function isGroup(type: string): type is Group['kind'] {
  return Object.hasOwn(GROUPS, type);
}

function isTask(type: string): type is TaskType {
  return Object.hasOwn(TASKS, type);
}
