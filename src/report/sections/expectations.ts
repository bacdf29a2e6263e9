import { type Block, list, pageOnly, section, table } from '../blocks/block.ts';
import { unexpectedSteps } from '../figures/unexpected-steps.ts';
import { judgedExpectations } from '../figures/verdict.ts';
import { yes } from '../page/badge.ts';
import { html, withDetail } from '../page/markup.ts';
import type { Figures } from '../figures/figures.ts';
import { expectationTexts, metricSense } from '../words/metric-words.ts';
import { counted } from '../words/number-format.ts';

const INVARIANT_TEXTS = {
  'channel-balances': 'Both balances of every channel add up to its capacity',
  'one-outcome-each': 'Every operation has exactly one outcome',
  'nothing-locked': 'Nothing is locked once all is at rest',
} as const;

// Enough to mend the scenario by; the list of all operations has the rest.
const MAX_STEPS = 50;

/** Everything that the scenario expects and that must always hold, each with what the run showed. */
export function expectationsSection({ run, metrics, tally, invariants, inTokens, token }: Figures): Block {
  const judged = judgedExpectations(run, metrics)
    .toSorted((a, b) => Number(a.met) - Number(b.met))
    .map(({ expectation, actual, met }) => {
      return { ...expectation, met, ...expectationTexts(expectation, actual, token) };
    });
  const steps = unexpectedSteps(tally.steps, run.header, inTokens);
  return section(
    { id: 'expectations', title: 'Expected and found', listed: 'Expected and found' },
    judged.length === 0
      ? null
      : table({
          caption: 'What the scenario expects',
          columns: [
            [
              'Expectation',
              ({ words, text, metric }) =>
                withDetail(words, html`<code>${text}</code> · ${metricSense(metric)}`),
            ],
            ['Found', ({ found }) => found, 'number'],
          ],
          judged: { head: 'Met', of: ({ met }) => yes(met) },
          rows: judged,
        }),
    list(
      steps.map(({ asked, step, operation, expected, observed }) => ({
        mark: 'bad',
        text: asked,
        hint: `${step}, #${operation}`,
        details: [
          ['Expected', expected],
          ['Observed', observed],
        ],
      })),
      {
        title: `${counted(steps.length, 'step')} with an unexpected outcome`,
        most: MAX_STEPS,
        elsewhere: 'outcomes.ndjson',
      },
    ),
    pageOnly(() =>
      table({
        caption: 'What must hold after every run',
        columns: [
          ['Rule', ({ name }) => INVARIANT_TEXTS[name]],
          ['Found', ({ detail }) => detail],
        ],
        judged: { head: 'Holds', of: ({ holds }) => yes(holds) },
        rows: invariants,
      }),
    ),
  );
}
