/** Why the sandbox answers otherwise than the recorded nodes did, by step. */
export const KNOWN_DIFFERENCES: ReadonlyMap<number, string> = new Map([
  [44, 'the sandbox has no such endpoint: `_debug` shows the inside of a process'],
  [276, 'the secret was brought on-chain by hand, of which a sandbox knows nothing'],
]);
