import type { BadgeText } from '../blocks/block.ts';
import { SIGNS } from '../words/signs.ts';
import type { CheckWord } from '../check/check-verdict.ts';
import type { RunVerdict } from '../figures/verdict.ts';
import { html, type Markup } from './markup.ts';

/** A judgement in a word with a sign, so that it does not depend on colour. */
export function badge(...[mark, word]: BadgeText): Markup {
  return html`<span class="badge ${mark === 'unknown' ? 'open' : mark}"><span aria-hidden="true">${SIGNS[mark]}</span> ${word}</span>`;
}

/** The judgement of a run, which is none where nothing was asked of it. */
export function runJudgement({
  word,
  nothingExpected = false,
}: Pick<RunVerdict, 'word'> & { readonly nothingExpected?: boolean | undefined }): BadgeText {
  return nothingExpected ? ['open', 'nothing was expected'] : RUN_JUDGEMENTS[word];
}

const RUN_JUDGEMENTS: Readonly<Record<RunVerdict['word'], BadgeText>> = {
  'as-expected': ['good', 'as expected'],
  'not-as-expected': ['bad', 'not as expected'],
  unknown: ['unknown', 'unknown'],
  partial: ['open', 'broke off'],
};

/** The judgement of a check. */
export const CHECK_JUDGEMENTS: Readonly<Record<CheckWord, BadgeText>> = {
  holds: ['good', 'holds'],
  violated: ['bad', 'violated'],
  unknown: ['unknown', 'unknown'],
};

/** Whether something held. */
export function yes(holds: boolean | 'unknown'): BadgeText {
  if (holds === 'unknown') return ['unknown', 'unknown'];
  return holds ? ['good', 'yes'] : ['bad', 'no'];
}
