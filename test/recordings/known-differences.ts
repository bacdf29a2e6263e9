const NO_ENDPOINT = 'the sandbox has no such endpoint';
const DIES = 'a real node dies of it; a sandbox goes on and says what is wrong';
/** Why the sandbox answers otherwise than the recorded nodes did, by step. */
export const KNOWN_DIFFERENCES: ReadonlyMap<number, string> = new Map([
  [41, 'simulated nodes have no owner who must be told of a balance that is too low'],
  [44, `${NO_ENDPOINT}: \`_debug\` shows the inside of a process`],
  [68, `${NO_ENDPOINT}: \`user_deposit\``],
  ...[222, 223].map((step) => [step, `${NO_ENDPOINT}: \`PUT tokens\``] as const),
  ...[225, 226, 227].map((step) => [step, `${NO_ENDPOINT}: \`_testing/tokens/.../mint\``] as const),
  ...[228, 229, 232].map((step) => [step, `${NO_ENDPOINT}: \`user_deposit\``] as const),
  ...[234, 236].map((step) => [step, 'follows from 222: its token is not registered'] as const),
  ...[273, 274, 276].map((step) => [step, DIES] as const),
]);
