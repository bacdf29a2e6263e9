import type { z } from 'zod';
import { addFault, scalar } from '../text/scalar.ts';

// Names become parts of addresses, edge keys and URLs' labels; 100 characters hold a public key in hex.
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.@-]{0,99}$/;

/** What a name may look like, in words. */
export const NAME_RULE = 'letters, digits, _, -, . and @, at most 100, beginning with a letter, a digit or _';

/** The name of a node; numbers are taken as text, because snapshots number their nodes. */
export function nodeName() {
  return name('the name of a node');
}

/** The name of a token. */
export function tokenName() {
  return name('the name of a token');
}

/** True for a text that can name a node, a token or a traffic. */
export function isName(text: string): boolean {
  return NAME.test(text);
}

/** Refuses keys of a mapping that cannot be names; `what` has its article. */
export function usableNames(what: string) {
  return (mapping: object, context: z.core.$RefinementCtx): void => {
    for (const key of Object.keys(mapping).filter((each) => !isName(each)))
      addFault(context, {
        expected: `${what} with a usable name`,
        hint: `names have ${NAME_RULE}`,
        path: [key],
      });
  };
}

function name(what: string) {
  return scalar({
    expected: what,
    read: (value) => {
      const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
      return typeof text === 'string' && isName(text) ? text : undefined;
    },
    hint: (value) => (typeof value === 'string' ? `names have ${NAME_RULE}` : undefined),
    json: { type: ['string', 'integer'], pattern: NAME.source, 'x-type': 'name' },
  });
}

/** A line of text for people. */
export function sentence() {
  return scalar({
    expected: 'some text',
    read: (value) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined),
    json: { type: 'string', minLength: 1, 'x-type': 'text' },
  });
}

/** A relative path of a file beside the scenario. */
export function filePath() {
  return scalar({
    expected: 'the path of a file, relative to this one',
    read: (value) => (typeof value === 'string' && value !== '' ? value : undefined),
    json: { type: 'string', minLength: 1, 'x-type': 'file' },
  });
}

/** `true` or `false`. */
export function flag() {
  return scalar({
    expected: 'true or false',
    read: (value) => (typeof value === 'boolean' ? value : undefined),
    hint: (value) =>
      typeof value === 'string' && /^(yes|no|on|off|y|n)$/i.test(value)
        ? `YAML 1.2 knows only true and false; "${value}" is a text`
        : undefined,
    json: { type: 'boolean', 'x-type': 'true or false' },
  });
}
