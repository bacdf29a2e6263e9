import type { Run } from '../../model/run/run.ts';
import { paymentWithIdentifier } from '../blame/blame.ts';
import type { Check, Clue } from '../check.ts';
import { curlOf } from '../blame/curl.ts';
import { decidedBy } from '../blame/decided-by.ts';
import { discrepancyClue } from '../readings/discrepancy-clue.ts';
import { snapshotAt } from '../facts/snapshot.ts';
import { overlapsAnything } from '../outcomes/overlap.ts';
import { predictedDiscrepancies } from '../readings/predicted-discrepancies.ts';

/** When everything has come to rest, nothing is pending and so nothing is locked. */
export const atRest: Check = {
  name: 'at-rest',
  judge: (run) =>
    run.prediction === undefined || overlapsAnything(run)
      ? pendingAtEnd(run)
      : predictedDiscrepancies(run, ['pending'])
          .filter(({ manner }) => manner === 'settled')
          .map((found) => discrepancyClue({ found, run, check: atRest.name })),
};

function pendingAtEnd(run: Run): readonly Clue[] {
  return [...snapshotAt('end', run).pending].flatMap(([node, transfers]) =>
    transfers.map((transfer) => {
      const identifier = transfer.paymentIdentifier.toString();
      const operation = paymentWithIdentifier({ run, identifier, moment: 'end' }) ?? null;
      const curl = curlOf({ run, node, view: { kind: 'pending' } });
      return {
        check: atRest.name,
        severity: 'difference',
        operation,
        node,
        title: `${node} still has a transfer pending after everything came to rest`,
        predicted: 'nothing pending',
        observed: `payment ${identifier} as ${transfer.role}, ${transfer.lockedAmount} locked`,
        decidedBy: decidedBy(operation, run),
        ...(curl === undefined ? {} : { curl }),
        noticed: 'end',
      };
    }),
  );
}
