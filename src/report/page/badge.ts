import { type Mark, SIGNS } from '../words/signs.ts';
import { html, type Markup } from './markup.ts';

/** A judgement: its mark and its word. */
export type BadgeText = readonly [mark: Mark, word: string];

/** A judgement in a word with a sign, so that it does not depend on colour. */
export function badge(...[mark, word]: BadgeText): Markup {
  return html`<span class="badge ${mark === 'unknown' ? 'open' : mark}"><span aria-hidden="true">${SIGNS[mark]}</span> ${word}</span>`;
}

const RUN_JUDGEMENTS = {
  'as-expected': ['good', 'as expected'],
  'not-as-expected': ['bad', 'not as expected'],
  /** Nothing contradicts the run, and something that it depends on could not be read. */
  unknown: ['unknown', 'unknown'],
  partial: ['open', 'broke off'],
} as const;

/** The judgement of a run in a word of its summary. */
export interface RunWord {
  readonly word: keyof typeof RUN_JUDGEMENTS;
  /** The scenario expects nothing and no goal was set: that it ended says nothing of how well. */
  readonly nothingExpected?: true | undefined;
}

/** The judgement of a run, which is open where nothing was expected. */
export function runJudgement({ word, nothingExpected }: RunWord): BadgeText {
  return nothingExpected ? ['open', 'nothing was expected'] : RUN_JUDGEMENTS[word];
}

/** The judgement of a check. */
export const CHECK_JUDGEMENTS: Readonly<Record<'holds' | 'violated' | 'unknown', BadgeText>> = {
  holds: ['good', 'holds'],
  violated: ['bad', 'violated'],
  unknown: ['unknown', 'unknown'],
};

/** Whether something held. */
export function yes(holds: boolean | 'unknown'): BadgeText {
  if (holds === 'unknown') return ['unknown', 'unknown'];
  return holds ? ['good', 'yes'] : ['bad', 'no'];
}
