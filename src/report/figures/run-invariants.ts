import { InvariantError } from '../../errors.ts';
import { assertNetworkInvariants } from '../../model/network/invariants.ts';
import type { Run } from '../../model/run/run.ts';
import { lockedAtEnd } from './locked-at-end.ts';
import { counted } from '../words/number-format.ts';
import { viewKey } from '../../model/run/reading.ts';
import { unreadText, unreadViews } from '../../model/run/unread-views.ts';

/** One rule that must hold after every run, and whether it did. */
export interface JudgedInvariant {
  readonly name: 'channel-balances' | 'one-outcome-each' | 'nothing-locked';
  /** `unknown`: what was read fits, and something could not be read. */
  readonly holds: boolean | 'unknown';
  readonly detail: string;
}

/** Judges the invariants a finished run shows; those that need an end state are left out without one. */
export function runInvariants(run: Run): readonly JudgedInvariant[] {
  const ids = new Set(run.records.map(({ operation }) => operation.id));
  const locked = lockedAtEnd(run);
  return [
    ...(run.end ? [channelBalancesHold(run, run.end)] : []),
    {
      name: 'one-outcome-each',
      holds: ids.size === run.records.length,
      detail: `${counted(ids.size, 'operation')}, ${counted(run.records.length, 'outcome')}`,
    },
    // What a load left locked may wait for its locks to expire: the check at-rest tells that apart.
    ...(run.end && run.load === undefined
      ? [{ name: 'nothing-locked' as const, holds: locked === 0n, detail: `locked at the end: ${locked}` }]
      : []),
  ];
}

function channelBalancesHold(run: Run, end: NonNullable<Run['end']>): JudgedInvariant {
  const name = 'channel-balances';
  const unread = unreadViews(run).filter(
    ({ moment, view }) => moment === 'end' && viewKey(view) === 'channels',
  );
  try {
    assertNetworkInvariants(end);
    const detail = `${counted(end.size, 'channel')}, all of them add up`;
    return unread.length === 0
      ? { name, holds: true, detail }
      : { name, holds: 'unknown', detail: `${detail}; not read: ${unreadText(unread)}` };
  } catch (error) {
    if (!(error instanceof InvariantError)) throw error;
    return { name, holds: false, detail: error.message };
  }
}
