import { z } from 'zod';
import type { NodeName, TokenName } from '../../model/network/network.ts';
import type { Observation } from '../../model/run/observation.ts';
import type { Step, StepAction } from '../../model/scenario/scenario.ts';
import { withoutUndefined } from '../../model/without-undefined.ts';
import { statusPattern } from '../fields/observation-fields.ts';
import { mapping } from '../text/schema.ts';
import type { PathStep } from '../text/yaml-document.ts';
import type { CurrentOptions } from './node-options.ts';
import { type NodeReference, seconds } from './task-values.ts';

/** How tasks become steps. */
export interface TaskContext {
  /** The file and the line of a task. */
  readonly placeOf: (path: readonly PathStep[]) => string;
  readonly token: TokenName;
  readonly nodeOf: (reference: NodeReference) => NodeName;
  readonly nodes: readonly NodeName[];
  /** Goes through the tasks as they stand in the file. */
  readonly options: CurrentOptions;
  /** Checks no more than the original does. */
  readonly asWritten: boolean;
}

/** A type of tasks that hold no others. */
export interface TaskType {
  /** The shape of its options. */
  readonly schema: z.ZodType;
  /** The steps of one task, one after the other; none for a task that asks nothing of a network. */
  readonly steps: (options: unknown, context: TaskContext) => readonly Step[];
}

const SECOND_MS = 1000;
/** How long the original asks again where a task does not say it (docs/scenario-player.md). */
export const PATIENCE_MS = 300_000;

/** A type of tasks whose options have that schema. */
export function task<Read>(
  schema: z.ZodType<Read>,
  steps: (options: Read, context: TaskContext) => readonly Step[],
): TaskType {
  // The schema has given the options their type.
  return { schema, steps: (given, context) => steps(given as Read, context) };
}

type CamelCase<Name> = Name extends `${infer Head}_${infer Rest}`
  ? `${Head}${Capitalize<CamelCase<Rest>>}`
  : Name;

type Options<Shape extends z.core.$ZodLooseShape> =
  z.output<z.ZodObject<Shape, z.core.$strict>> extends infer Read
    ? { readonly [Name in keyof Read as CamelCase<Name> & string]: Read[Name] }
    : never;

type StepsOf<Shape extends z.core.$ZodLooseShape, Read> = (
  options: Options<Shape>,
  context: TaskContext,
  timeoutMs: number | undefined,
) => Read;

/** A task with a time limit; its options are read in camel case. */
export function timed<Shape extends z.core.$ZodLooseShape>(
  shape: () => Shape,
  steps: StepsOf<Shape, readonly Step[]>,
): TaskType {
  const schema = z.lazy(() => mapping({ ...shape(), timeout: seconds().exactOptional() }));
  return task(schema, (given, context) => {
    const { timeout, ...rest } = given as { readonly timeout?: number };
    const entries = Object.entries(rest).map(([name, value]) => [
      name.replaceAll(/_(.)/g, (_all, letter: string) => letter.toUpperCase()),
      value,
    ]);
    const timeoutMs = timeout === undefined ? undefined : timeout * SECOND_MS;
    return steps(Object.fromEntries(entries) as Options<Shape>, context, timeoutMs);
  });
}

/** A request to a node, of which the status of the answer is expected. */
export function request<Shape extends z.core.$ZodLooseShape>(
  shape: () => Shape,
  action: StepsOf<Shape, StepAction>,
): TaskType {
  return timed(
    () => ({ ...shape(), ...status() }),
    (given, context, timeoutMs) => {
      const { expectedHttpStatus = '2..', ...rest } = given as { readonly expectedHttpStatus?: string };
      const outcome = { kind: 'answered', status: expectedHttpStatus } as const;
      return [{ ...action(rest as Options<Shape>, context, timeoutMs), outcome }];
    },
  );
}

/** An assertion about something beside one channel; undefined: it holds whatever is read. */
export function observation<Shape extends z.core.$ZodLooseShape>(
  shape: () => Shape,
  observed: StepsOf<Shape, Observation | undefined>,
): TaskType {
  return timed(shape, (given, context, timeoutMs) => {
    const expected = observed(given, context, timeoutMs);
    if (expected === undefined) return [];
    return [{ kind: 'observe', observation: expected, withinMs: timeoutMs ?? PATIENCE_MS }];
  });
}

/** The status that is expected of an answer. */
export function status() {
  return { expected_http_status: statusPattern().exactOptional() };
}

/** The nodes and the token of a channel. */
export function channelOf(
  { from, to }: Readonly<Record<'from' | 'to', NodeReference>>,
  { nodeOf, token }: TaskContext,
) {
  return { from: nodeOf(from), to: nodeOf(to), token };
}

/** A node that starts, with what its options have become. */
export function startOf(started: number, { nodeOf, options: current }: TaskContext): Step {
  return {
    kind: 'start',
    node: nodeOf(started),
    ...withoutUndefined({ settings: current.changed(started) }),
  };
}
