import type { OperationRecord } from '../run/operation.ts';

/** How the scripted steps of a load ended. */
export interface StepCounts {
  /** Requests, without waits and looks. */
  readonly asked: readonly OperationRecord[];
  /** Requests that failed although neither the scenario nor the model says that they must. */
  readonly refused: readonly OperationRecord[];
}

/** The scripted steps among the records. */
export function scriptedSteps(records: Iterable<OperationRecord>): StepCounts {
  const asked = [...records].filter(
    ({ operation: { origin, kind } }) => origin.startsWith('steps[') && kind !== 'wait' && kind !== 'expect',
  );
  const refused = asked.filter(
    ({ operation, outcome, foreseen }) =>
      outcome.kind === 'failed' && operation.expected?.kind !== 'failed' && foreseen !== 'must-fail',
  );
  return { asked, refused };
}
