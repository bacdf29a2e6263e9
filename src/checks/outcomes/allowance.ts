import type { PossibleOutcome } from '../../model/replay/latitude.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import type { Run } from '../../model/run/run.ts';
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
  const stops = run.records.filter(({ operation }) => operation.kind === 'stop');
  return (record) => {
    const { operation, outcome } = record;
    if (!shaped.has(operation.id)) return { kind: 'none', possible: [] };
    if (outcome.kind === 'indeterminate') {
      const isBroken = outcome.cause === 'connection-broken' && stops.some((stop) => cuts(stop, record));
      return { kind: isBroken ? 'possible' : 'none', possible: [] };
    }
    const possible = searched.get(operation.id);
    if (possible === undefined) return { kind: 'unsearched', possible: [] };
    if (!isAmong(outcome, possible)) return { kind: 'impossible', possible };
    return { kind: possible.length === 1 ? 'certain' : 'possible', possible };
  };
}

/** A node that is stopped breaks its connections. */
function cuts(stop: OperationRecord, { operation, startedAtMs, endedAtMs }: OperationRecord): boolean {
  return (
    'node' in stop.operation &&
    'node' in operation &&
    stop.operation.node === operation.node &&
    stop.startedAtMs <= endedAtMs &&
    stop.endedAtMs >= startedAtMs
  );
}
