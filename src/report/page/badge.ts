import type { CheckWord } from '../check/check-verdict.ts';
import type { RunVerdict } from '../figures/verdict.ts';
import { html, type Markup } from './markup.ts';

const MARKS = { good: '✓', bad: '✗', open: '!', unknown: '?' } as const;

/** A judgement in a word with a sign, so that it does not depend on colour. */
export function badge(kind: keyof typeof MARKS, text: string): Markup {
  return html`<span class="badge ${kind === 'unknown' ? 'open' : kind}"><span aria-hidden="true">${MARKS[kind]}</span> ${text}</span>`;
}

type Badge = Parameters<typeof badge>;

const VERDICT_BADGES: Readonly<Record<RunVerdict['word'], Badge>> = {
  'as-expected': ['good', 'as expected'],
  'not-as-expected': ['bad', 'not as expected'],
  unknown: ['unknown', 'unknown'],
  partial: ['open', 'broke off'],
};

/** A run's verdict. */
export function verdictBadge(word: RunVerdict['word']): Markup {
  return badge(...VERDICT_BADGES[word]);
}

const CHECK_BADGES: Readonly<Record<CheckWord, Badge>> = {
  holds: ['good', 'holds'],
  violated: ['bad', 'violated'],
  unknown: ['unknown', 'unknown'],
};

/** A check's verdict. */
export function checkBadge(word: CheckWord): Markup {
  return badge(...CHECK_BADGES[word]);
}

/** Whether something held. */
export function yesBadge(yes: boolean | 'unknown'): Markup {
  if (yes === 'unknown') return badge('unknown', 'unknown');
  return yes ? badge('good', 'yes') : badge('bad', 'no');
}
