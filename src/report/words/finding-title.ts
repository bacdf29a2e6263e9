import type { Finding } from '../../model/run/finding.ts';
import { grouped } from './number-format.ts';

/** What is wrong, with how much else it explains: that is told apart. */
export function findingTitle({ title, follows = 0 }: Finding): string {
  return follows === 0
    ? title
    : `${title}; ${grouped(follows)} more ${follows === 1 ? 'follows' : 'follow'} from it`;
}
