import { InputError } from '../../../errors.ts';
import type { Operation } from '../../../model/run/operation.ts';
import type { ExecutorSettings, LoadSpec } from '../../../model/scenario/load-spec.ts';
import type { OperationSource } from '../../../ports/operation-source.ts';

// k6 takes gigabytes for a plan of a million (k6-facts.md 5): a larger load is drawn while it runs.
const MOST_PLANNED = 1_000_000;

// Executors whose payments do not depend on the answers.
const OPEN_LOOPS: readonly ExecutorSettings['kind'][] = [
  'constant-arrival-rate',
  'ramping-arrival-rate',
  'trace',
];

/** Throws InputError when a plan for k6 cannot express this load. */
export function requirePlannable(spec: LoadSpec, operations: readonly Operation[]): void {
  const closed = spec.executors.find(({ kind }) => !OPEN_LOOPS.includes(kind));
  if (closed !== undefined) {
    throw new InputError({
      message: `load.executors.${closed.name}: ${closed.kind} starts payments when others end, which a plan for k6 cannot express`,
      hint: 'For k6 use constant-arrival-rate, ramping-arrival-rate or trace, or the traffic of the scenario.',
    });
  }
  const step = operations.find(({ kind }) => kind !== 'pay');
  if (step !== undefined)
    throw new InputError({
      message: `${step.origin} (${step.kind}): k6 sends payments only`,
      hint: 'Leave other steps out of a load, or use the embedded driver, which runs them too.',
    });
  const joining = operations.find(({ after }) => typeof after === 'object');
  if (joining !== undefined)
    throw new InputError({
      message: `${joining.origin}: waits for several steps that start together, which a k6 plan cannot say`,
      hint: 'Leave `beside` out, or use the embedded driver.',
    });
}

/** All that a source gives when every operation ends at once: the plan of a k6, which has to know it beforehand. */
export function drainSource(source: OperationSource): readonly Operation[] {
  const operations: Operation[] = [];
  while (!source.isExhausted()) {
    const atMs = source.nextAtMs();
    const operation = source.take(atMs);
    if (operation === undefined) continue;
    source.ended(operation, atMs);
    operations.push(operation);
    if (operations.length > MOST_PLANNED)
      throw new InputError({
        message: `more than ${MOST_PLANNED} payments, which k6 would have to hold in memory at once`,
        hint: 'Use the embedded driver, which draws payments as they come due.',
      });
  }
  return operations;
}
