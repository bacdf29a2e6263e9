import { gather } from '../../model/gather.ts';
import type { NodeName } from '../../model/network/network.ts';
import { isPaymentRecord } from '../../model/run/operation.ts';
import { predictedRecords, type Run } from '../../model/run/run.ts';
import { NO_CAUSE, type SharedCause } from '../causes/consequences.ts';
import { amountsOf } from '../causes/finding-of.ts';
import type { Clue } from '../check.ts';
import { NOT_THERE } from '../readings/discrepancy-clue.ts';
import { effectOf } from '../refusals.ts';

// One payment that is off may be a fault of its own.
const FEWEST_PAYMENTS = 2;

/**
 * Payments whose amounts are off because mediators charge other fees than the scenario says: most payments over these
 * mediators are off, as an imbalance may cost nothing, and none between partners. `clues`: what speaks against the target.
 */
export function chargedOtherwise(run: Run, clues: readonly Clue[]): SharedCause {
  const differing = new Map<Clue['operation'], Clue[]>();
  for (const clue of clues) gather(differing, clue.operation, clue);
  const predicted = predictedRecords(run);
  const mediatedBy = new Map<NodeName, number[]>();
  let mediated = 0;
  const off = new Set<number>();
  for (const record of run.records.filter(isPaymentRecord)) {
    const { id } = record.operation;
    const { trace } = predicted.get(id) ?? {};
    if (effectOf(record) !== 'happened' || trace === undefined) continue;
    const mediators = trace.path.slice(1, -1);
    for (const node of mediators) gather(mediatedBy, node, id);
    if (mediators.length > 0) mediated += 1;
    if (differing.get(id)?.every(isAmount) !== true) continue;
    if (mediators.length === 0) return NO_CAUSE;
    off.add(id);
  }
  const dear = [...mediatedBy].filter(([, ids]) => ids.filter((id) => off.has(id)).length * 2 > ids.length);
  const explained = new Set(dear.flatMap(([, ids]) => ids));
  const payments = new Set([...off].filter((id) => explained.has(id)));
  if (payments.size < FEWEST_PAYMENTS) return NO_CAUSE;
  const text = `mediators keep other amounts than the scenario's fees, in ${payments.size} of ${mediated} mediated payments`;
  return { payments, nodes: new Set(dear.map(([node]) => node)), text };
}

function isAmount(clue: Clue): boolean {
  return amountsOf(clue) !== undefined && clue.predicted !== NOT_THERE && clue.observed !== NOT_THERE;
}
