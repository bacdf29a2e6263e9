// Long enough for any seed one would say aloud, short enough to name a folder.
const MAX_SEED_LENGTH = 64;

/** The syntax of a seed, for messages. */
export const SEED_RULE = `1 to ${MAX_SEED_LENGTH} letters, digits, dots, dashes or underscores`;

/** True for a text that can be a seed: it names folders and stands in commands. */
export function isSeed(text: string): boolean {
  return /^[\w.-]+$/.test(text) && text.length <= MAX_SEED_LENGTH;
}
