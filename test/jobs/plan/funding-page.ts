import { readdirSync, readFileSync } from 'node:fs';
import type { FundingAnswer } from '../../../src/jobs/plan/questions/spend-budget.ts';
import type { Expectation } from '../../../src/model/scenario/expectation.ts';
import { changeText, estimateText } from '../../../src/report/plan/interval-text.ts';
import { grouped } from '../../../src/report/words/number-format.ts';

export const SCENARIOS = new URL('../../../scenarios/', import.meta.url);

/** The scenarios that are shipped for planning. */
export const PLANNING_SCENARIOS = readdirSync(SCENARIOS).filter((name) => /^plan-.*\.yaml$/.test(name));

/** The text of a shipped scenario, and of the files it names. */
export function shipped(file: string) {
  const read = (named: string): string => readFileSync(new URL(named, SCENARIOS), 'utf8');
  return { file: `scenarios/${file}`, text: read(file), readFile: read };
}

/** What a funding plan of one scenario has given. */
export interface Funded {
  readonly file: string;
  readonly goal: Expectation;
  readonly answer: FundingAnswer;
}

/** The page with the table of all of them. */
export function fundingPage(plans: readonly Funded[]): string {
  const rows = plans.map(({ file, goal, answer: { budget, ends, before, after, overUniform } }) => {
    const cells = [
      `[${file}](../scenarios/${file})`,
      goal.metric,
      grouped(budget),
      String(ends.length),
      estimateText(before),
      estimateText(after),
      changeText(overUniform),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return `${HEAD}${rows.join('\n')}\n${TAIL}`;
}

const HEAD = `# Funding plans against uniform funding

Is a funding plan worth more than giving the same money to every channel end alike? Each of the shipped planning scenarios is asked. The plan is found on one half of the seeds; without it, with it and with the uniform funding the other half is simulated, the same payments each time, and compared in pairs (Student's interval, 95 %).

\`\`\`console
$ for each in scenarios/plan-*.yaml; do millrace plan $each --find fund; done
\`\`\`

| Scenario | Metric | Budget | Ends | without | with the plan | plan less uniform |
|---|---|---|---|---|---|---|
`;

const TAIL = `
*Ends* is how many channel ends the plan puts money into. The line that each plan prints, *against the same money given to all ends alike*, is the last column.

The one that does not win is [plan-neighbours.yaml](../scenarios/plan-neighbours.yaml), and it is there for that: everybody pays everybody and no channel is busier than others for long. What lacks money in one half of the seeds is not what lacks it in the other, so that there is nothing to find, and the uniform funding is as good. A plan tells that by itself: its interval against uniform funding holds 0.
`;
