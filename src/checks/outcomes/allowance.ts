import type { PossibleOutcome } from '../../model/replay/latitude.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import type { Run } from '../../model/run/run.ts';
import { upTimesOf } from '../latitude/up-times.ts';
import { isAmong } from '../latitude/possible-outcomes.ts';
import { shapedByConcurrency } from './overlap.ts';

/**
 * What overlapping says to an outcome that was not predicted. `none`: nothing overlapped. `certain`: in every order it
 * ends like this. `possible`: in some. `impossible`: in none. `unsearched`: the orders were not searched to the end.
 */
export interface Allowance {
  readonly kind: 'none' | 'certain' | 'possible' | 'impossible' | 'unsearched';
  readonly possible: readonly PossibleOutcome[];
}

/** Says it of each record of a run. */
export function allowancesOf(run: Run): (record: OperationRecord) => Allowance {
  const shaped = shapedByConcurrency(run);
  const searched = new Map(run.latitude?.outcomes.map(({ operation, possible }) => [operation, possible]));
  const running = upTimesOf(run);
  return (record) => {
    const { operation, outcome } = record;
    if (!shaped.has(operation.id)) return { kind: 'none', possible: [] };
    if (outcome.kind === 'indeterminate') {
      const isCut = outcome.cause === 'connection-broken' && 'node' in operation;
      // A node that is stopped breaks its connections, and what stands before it those that it is asked for.
      const isOff = isCut && !running.during(operation.node, record).mustRun;
      return { kind: isOff ? 'possible' : 'none', possible: [] };
    }
    const possible = searched.get(operation.id);
    if (possible === undefined) return { kind: 'unsearched', possible: [] };
    if (!isAmong(outcome, possible)) return { kind: 'impossible', possible };
    return { kind: possible.length === 1 ? 'certain' : 'possible', possible };
  };
}
