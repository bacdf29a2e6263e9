import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

// The longest text of a real node has some 300 characters; an error page may have any number.
const LONGEST = 1000;

// Controls but for the line break, direction marks, halves of characters: a terminal obeys them, a file may not hold them.
const UNFIT = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/gu;

/** Any text from a node, fit to be shown and kept: cut, and with control characters escaped. */
export function nodeText(said: string, longest = LONGEST): string {
  return escapedText(said.length > longest ? `${said.slice(0, longest)}…` : said);
}

/** Any text with what a terminal would obey written as JSON writes it, so that a text in JSON stays the same. */
export function escapedText(text: string): string {
  return text.replace(UNFIT, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

/** The same on one line; what is empty is called nothing. */
export function nodeLine(said: string, longest?: number): string {
  return nodeText(said.trim().replace(/\s*\n\s*/g, ' '), longest) || 'nothing';
}

// An error page of a proxy has some ten thousand characters.
const LONGEST_KEPT = 16_384;
const HEAD_KEPT = 2_000;

/** A refusal of a node as it is kept: in full, or of a flood its head, its length and its digest. */
export function keptText(said: string): string {
  if (said.length <= LONGEST_KEPT) return said;
  const digest = bytesToHex(sha256(utf8ToBytes(said)));
  return `${said.slice(0, HEAD_KEPT)}… (${said.length} characters, SHA-256 ${digest})`;
}

/** `alice, bob and 3 more` */
export function namedFirst(names: readonly string[], most: number): string {
  const rest = names.length - most;
  return `${names.slice(0, most).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
