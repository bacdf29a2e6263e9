import { durationText } from '../words/number-format.ts';

/** What a check did not ask for any more, because it takes longer here than was left, and what would ask for it. */
export function leftOutText(leftOutMs: number): string {
  const enoughMin = Math.max(2, Math.ceil((leftOutMs * 8) / 60_000));
  return `deposits, withdrawals and all else that waits for blocks, from the time on when they took longer (${durationText(leftOutMs)} and more) than was left; --time ${enoughMin}m asks for them`;
}
