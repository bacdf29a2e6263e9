const NO_ENDPOINT = 'the sandbox has no such endpoint';
const DIES = 'a real node dies of it; a sandbox goes on and says what is wrong';
const FROZEN =
  'the partner was frozen, and the service that is asked for it still called it online: the node waited for its answer, 45 s. A sandbox stops a node, and the service knows at once';

/** Why the sandbox answers otherwise than the recorded nodes did, by step. */
export const KNOWN_DIFFERENCES: ReadonlyMap<number, string> = new Map([
  [41, 'simulated nodes have no owner who must be told of a balance that is too low'],
  [44, `${NO_ENDPOINT}: \`_debug\` shows the inside of a process`],
  [68, `${NO_ENDPOINT}: \`user_deposit\``],
  ...[222, 223].map((step) => [step, `${NO_ENDPOINT}: \`PUT tokens\``] as const),
  ...[225, 226, 227].map((step) => [step, `${NO_ENDPOINT}: \`_testing/tokens/.../mint\``] as const),
  ...[228, 229, 232].map((step) => [step, `${NO_ENDPOINT}: \`user_deposit\``] as const),
  ...[234, 236].map((step) => [step, 'follows from 222: its token is not registered'] as const),
  [253, 'a real node answers 503 until it has read the chain; a simulated one has nothing to read'],
  ...[261, 267, 268].map((step) => [step, FROZEN] as const),
  ...[273, 274, 276].map((step) => [step, DIES] as const),
]);
