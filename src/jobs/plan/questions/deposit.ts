import { z } from 'zod';
import { larger } from '../../../model/network/amount.ts';
import type { Network } from '../../../model/network/network.ts';
import type { EndSelector } from '../../../model/plan/experiment.ts';
import type { Expectation } from '../../../model/scenario/expectation.ts';
import { type Block, chart, pageOnly, section, table } from '../../../report/blocks/block.ts';
import { intervalChart } from '../../../report/charts/interval-chart.ts';
import { estimateText } from '../../../report/plan/interval-text.ts';
import { counted, grouped } from '../../../report/words/number-format.ts';
import { flag, nodeName, usableNames } from '../../../scenario/fields/values.ts';
import { mapping } from '../../../scenario/text/schema.ts';
import { assembleNetwork, assembleOperations } from '../../assemble.ts';
import { settleSteps } from '../../settle/settle-steps.ts';
import { endsOf } from '../change-network.ts';
import type { QuestionContext, Question } from '../question.ts';
import { type DepositAnswer, type DepositSearch, findDeposit } from './find-deposit.ts';

const SETTINGS = mapping({
  node: nodeName().describe('Only the ends of this node; absent: both ends of all channels.').exactOptional(),
  classes: z
    .record(z.string(), z.array(nodeName()).min(1))
    .superRefine(usableNames('a class'))
    .describe(
      'Each class of channels for itself: with `node` those to these partners, else the ends of these nodes; all others are one more class.',
    )
    .prefault({}),
  each: flag().describe('Every channel of the node for itself.').prefault(false),
})
  .describe('Whose least deposit is sought.')
  .prefault({});

type DepositSettings = z.output<typeof SETTINGS>;

/** The least deposit of the ends that are asked about, then of each class or each channel for itself. */
export const deposit: Question<'deposit', DepositSettings, readonly DepositAnswer[]> = {
  name: 'deposit',
  settings: SETTINGS,
  mentions: ({ node, classes }) => [
    ...(node === undefined ? [] : [['node', node] as const]),
    ...Object.entries(classes).flatMap(([name, nodes]) =>
      nodes.map((member, at) => [`classes.${name}[${at}]`, member] as const),
    ),
  ],
  answer: depositAnswers,
  // Later ones were found with those before in place.
  changes: (answers) => answers.flatMap(({ changes }) => changes),
  tell(answers, { goal, idOf }) {
    const [alike] = answers as readonly [DepositAnswer];
    return {
      verdict: { sentence: verdictSentence(alike, goal), isMissed: alike.deposit === undefined },
      figure: {
        name: 'Least deposit',
        figure: alike.deposit === undefined ? '–' : grouped(alike.deposit),
        hint: `Of ${alike.of}, for ${goal.text}.`,
      },
      section: () =>
        section(
          {
            id: idOf('deposit'),
            title: 'Least deposit',
            hint: 'Each mark is one deposit that was simulated, with its interval. The upright line is the least one whose mean meets the goal, the shaded part all that the replications cannot tell from it.',
          },
          pageOnly(() => curve(alike, goal, idOf('deposit-curve'))),
          depositTable(answers),
        ),
    };
  },
};

async function depositAnswers({
  base,
  spec,
  laboratory,
  settings,
  isTimeUp,
}: QuestionContext<DepositSettings>): Promise<readonly DepositAnswer[]> {
  const { node } = settings;
  const at: EndSelector = node === undefined ? 'all' : { node };
  const network = assembleNetwork(base.scenario);
  const from = endsOf(network, at)
    .map(({ channel, end }) => network.getEdgeAttribute(channel, 'totalDeposit')[end])
    .reduce(larger, 1n);
  const scenario = await settleSteps(base.scenario, network);
  const volume = assembleOperations({ scenario, network }).reduce(
    (sum, operation) => (operation.kind === 'pay' ? sum + operation.amount : sum),
    0n,
  );
  const search = { base, rule: spec, laboratory, from, volume };
  const of = node === undefined ? 'each end of every channel' : `${node}’s end of each of its channels`;
  const endCount = (where: EndSelector): number => endsOf(network, where).length;
  const alike = await findDeposit({ ...search, at, of, ends: endCount(at) });
  const common = alike.deposit;
  if (common === undefined) return [alike];
  // From the common deposit each part in turn is brought down as far as the goal allows, those found before kept.
  const answers = [alike];
  let changes = alike.changes;
  for (const part of partsOf(network, settings)) {
    if (isTimeUp()) break;
    const ends = endCount(part.at);
    const answer = await findDeposit({ ...search, ...part, ends, base: { ...base, changes }, from: common });
    answers.push(answer);
    changes = [...changes, ...answer.changes];
  }
  return answers;
}

type Part = Pick<DepositSearch, 'at' | 'of'>;

/** The ends that have a deposit of their own: classes, or every channel of the node. */
function partsOf(network: Network, { node, classes, each }: DepositSettings): readonly Part[] {
  if (node !== undefined && each)
    return endsOf(network, { node }).map(({ channel, end }) => {
      const partner = network.opposite(node, channel);
      return { at: { channel, end }, of: `${node}’s end of its channel with ${partner}` };
    });
  const named = Object.entries(classes);
  if (named.length === 0) return [];
  const listed = new Set(named.flatMap(([, nodes]) => nodes));
  const others = network
    .nodes()
    .filter((name) => !listed.has(name) && (node === undefined || network.hasEdge(node, name)));
  return [...named, ...(others.length === 0 ? [] : [['all others', others] as const])].map(
    ([name, nodes]): Part =>
      node === undefined
        ? { at: { of: nodes }, of: `each end of ${name}` }
        : { at: { of: nodes, by: node }, of: `${node}’s end of each of its channels with ${name}` },
  );
}

function verdictSentence({ of, deposit: least, interval, most }: DepositAnswer, goal: Expectation): string {
  if (least === undefined)
    return `No deposit of ${of} up to ${grouped(most)} meets ${goal.text}: money there is not what is missing.`;
  return `${grouped(least)} is the least deposit of ${of} with which ${goal.text} holds${depositInterval(interval)}.`;
}

/** `39,440 at 40 ends` */
function allEnds({ deposit: least = 0n, ends }: DepositAnswer): string {
  return `${grouped(least * BigInt(ends))} at ${counted(ends, 'end')}`;
}

/** `, to the unit`, or the deposits that the replications cannot tell from the least one. */
export function depositInterval([least, sure]: DepositAnswer['interval']): string {
  if (least === sure && least !== null) return ', to the unit';
  if (sure === null) return least === null ? ' (95 %: not known)' : ` (95 %: at least ${grouped(least)})`;
  return ` (95 %: ${least === null ? 'up' : grouped(least)} to ${grouped(sure)})`;
}

function curve(
  { of, curve: probes, deposit: found, interval, most }: DepositAnswer,
  goal: Expectation,
  id: string,
): Block {
  const [least, sure] = interval;
  const marks = probes.map((probe) => ({
    at: Number(probe.deposit),
    mean: probe.goal.mean,
    interval: probe.goal.interval,
    hint: `${grouped(probe.deposit)}: ${estimateText(probe.goal)}`,
  }));
  return chart(
    `${goal.metric} against the deposit of ${of}; the dashed line is the goal`,
    intervalChart({
      id,
      title: `${goal.metric} against the deposit`,
      description: marks.map(({ hint }) => hint).join('; '),
      xTitle: 'deposit, smallest units',
      points: marks,
      target: goal.value,
      answer:
        found === undefined
          ? undefined
          : { at: Number(found), interval: [Number(least ?? found), Number(sure ?? most)] },
    }),
  );
}

function depositTable(answers: readonly DepositAnswer[]): Block {
  const parts = answers.slice(1);
  const sum = parts.reduce((all, { deposit: least = 0n, ends }) => all + least * BigInt(ends), 0n);
  const rows = answers.map((answer) => ({
    of: answer.of,
    least:
      answer.deposit === undefined
        ? `none up to ${grouped(answer.most)}`
        : `${grouped(answer.deposit)}${depositInterval(answer.interval)}`,
    inAll: answer.deposit === undefined ? '' : allEnds(answer),
  }));
  const total = { of: 'each for itself', least: '', inAll: grouped(sum) };
  return table({
    caption: 'The common one, then each for itself, brought down one after the other',
    columns: [
      { head: 'Deposit of', cell: ({ of }) => of },
      { head: 'at least', number: true, cell: ({ least }) => least },
      { head: 'in all', number: true, cell: ({ inAll }) => inAll },
    ],
    rows: parts.length < 2 ? rows : [total, ...rows],
  });
}
