import type { HeldLook, LoadAftermath } from '../../model/load/load-aftermath.ts';
import { counted, durationText, grouped } from '../words/number-format.ts';

/** What was still locked after a load, and whether it grew or shrank, in a few words. */
export function heldText({ looks }: LoadAftermath): string {
  const [first] = looks;
  const last = looks.at(-1);
  if (first === undefined || last === undefined) return 'nobody looked';
  if (looks.every(({ payments }) => payments === 0)) return 'nothing, once the last payment had ended';
  const later = last === first ? [] : [`${grouped(last.payments)} after ${durationText(last.atMs)}`];
  return [`by ${counted(first.payments, 'payment')} at the end`, ...later, trend(first, last)].join(', ');
}

function trend(first: HeldLook, last: HeldLook): string {
  if (last.payments === 0) return 'all released';
  if (last === first) return 'not looked at again';
  if (last.payments > first.payments) return 'still growing';
  return last.payments < first.payments ? 'partly released' : 'not released yet';
}
