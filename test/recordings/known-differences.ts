const DIES = 'a real node dies of it; a sandbox goes on and says what is wrong';
/** Why the sandbox answers otherwise than the recorded nodes did, by step. */
export const KNOWN_DIFFERENCES: ReadonlyMap<number, string> = new Map([
  [44, 'the sandbox has no such endpoint: `_debug` shows the inside of a process'],
  ...[273, 274, 276].map((step) => [step, DIES] as const),
]);
