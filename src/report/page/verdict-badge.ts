import type { RunVerdict } from '../figures/verdict.ts';
import { badge } from './badge.ts';
import type { Markup } from './markup.ts';

/** A run's verdict. */
export function verdictBadge(word: RunVerdict['word']): Markup {
  switch (word) {
    case 'as-expected':
      return badge('good', 'as expected');
    case 'not-as-expected':
      return badge('bad', 'not as expected');
    case 'partial':
      return badge('open', 'broke off');
  }
}
