import type { Run } from '../../model/run/run.ts';
import { unreadText, unreadViews } from '../../model/run/unread-views.ts';
import { counted } from '../words/number-format.ts';

/** One judgement that could not be made, and why. */
export interface Unknown {
  readonly name: string;
  readonly detail: string;
}

/** What is unknown of a run because something could not be read: the checks of a load, the readings of a replay. */
export function unknownsOf(run: Run): readonly Unknown[] {
  if (run.load !== undefined)
    return run.load.checks
      .filter(({ verdict }) => verdict === 'unknown')
      .map(({ name, detail }) => ({ name, detail }));
  const unread = unreadViews(run);
  if (unread.length === 0) return [];
  const [first] = unread;
  const detail = `${unreadText(unread)} could not be read (${first?.value.detail})`;
  return [{ name: 'readings', detail }];
}

/** The same in one sentence without its stop; `undefined`: nothing is unknown. */
export function unknownText(run: Run): string | undefined {
  const unknowns = unknownsOf(run);
  const [first] = unknowns;
  if (first === undefined) return undefined;
  if (run.load === undefined) return first.detail;
  const names = unknowns.map(({ name }) => name).join(', ');
  const unread = unreadText(unreadViews(run));
  const why = unread === '' ? first.detail : `not read: ${unread}`;
  return `${counted(unknowns.length, 'check')} could not be made (${names}): ${why}`;
}
