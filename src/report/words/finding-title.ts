import type { Finding } from '../../model/run/finding.ts';
import { counted } from './number-format.ts';

/** What is wrong, with how much else it explains: the notes themselves stand apart. */
export function findingTitle({ title, follows = 0 }: Finding): string {
  return follows === 0
    ? title
    : `${title}; ${counted(follows, 'note')} ${follows === 1 ? 'follows' : 'follow'} from it`;
}
