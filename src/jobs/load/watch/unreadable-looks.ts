import type { WatchedLook } from '../../../model/load/watched-look.ts';
import type { Answer } from '../../../model/run/answer.ts';
import { withoutValueText } from '../../../model/run/reason.ts';
import { isFromTheNode } from '../../targets/read-view.ts';

type Unreadable = Extract<WatchedLook, { kind: 'unreadable' }>;

/** Which node was asked for what, and when. */
export type LookedAt = Pick<Unreadable, 'node' | 'askedAtMs' | 'answeredAtMs' | 'view'>;

/** What an answer that is not as the API says is kept as; none for a silence: the node may be busy or stopped. */
export function unreadableLooks(
  look: LookedAt,
  answer: Exclude<Answer<unknown>, { kind: 'ok' }>,
): readonly Unreadable[] {
  return isFromTheNode(answer) ? [{ ...look, kind: 'unreadable', detail: withoutValueText(answer) }] : [];
}
