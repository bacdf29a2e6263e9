import { type Block, prose, section, table } from '../blocks/block.ts';
import { type UnexpectedStep, unexpectedSteps } from '../figures/unexpected-steps.ts';
import { judgedExpectations } from '../figures/verdict.ts';
import { yesBadge } from '../page/badge.ts';
import { html, withDetail } from '../page/markup.ts';
import type { Figures } from '../figures/figures.ts';
import { metricMeaning } from '../words/metric-text.ts';
import { counted, foundBeside } from '../words/number-format.ts';

const INVARIANT_TEXTS = {
  'channel-balances': 'Both balances of every channel add up to its capacity',
  'one-outcome-each': 'Every operation has exactly one outcome',
  'nothing-locked': 'Nothing is locked once all is at rest',
} as const;

/** Everything that the scenario expects and that must always hold, each with what the run showed. */
export function expectationsSection({ run, metrics, invariants, inTokens }: Figures): Block {
  const judged = judgedExpectations(run, metrics);
  return section(
    { id: 'expectations', title: 'Expected and found', listed: 'Expected and found' },
    judged.length === 0
      ? prose('The scenario states no expectations; with expect: it would be a test.', 'empty')
      : table({
          caption: 'What the scenario expects',
          columns: [
            {
              head: 'Expectation',
              cell: ({ expectation: { text, metric } }) =>
                withDetail(html`<code>${text}</code>`, metricMeaning(metric)),
            },
            {
              head: 'Found',
              number: true,
              cell: ({ expectation, actual }) => foundBeside(expectation.text, actual),
            },
            { head: 'Met', cell: ({ met }) => yesBadge(met) },
          ],
          rows: judged,
        }),
    stepTable(unexpectedSteps(run, inTokens)),
    table({
      caption: 'What must hold after every run',
      columns: [
        { head: 'Rule', cell: ({ name }) => INVARIANT_TEXTS[name] },
        { head: 'Found', cell: ({ detail }) => detail },
        { head: 'Holds', cell: ({ holds }) => yesBadge(holds) },
      ],
      rows: invariants,
    }),
  );
}

// Enough to mend the scenario by; the list of all operations has the rest.
const MAX_STEPS = 50;

function stepTable(steps: readonly UnexpectedStep[]): Block | null {
  if (steps.length === 0) return null;
  const first = steps.length > MAX_STEPS ? `, the first ${MAX_STEPS}` : '';
  return table({
    caption: `${counted(steps.length, 'step')} that ended otherwise than the scenario says${first}`,
    columns: [
      { head: 'Step', cell: ({ asked, step, operation }) => withDetail(asked, `${step}, #${operation}`) },
      { head: 'Expected', cell: ({ expected }) => expected },
      { head: 'Found', cell: ({ observed }) => observed },
    ],
    rows: steps.slice(0, MAX_STEPS),
  });
}
