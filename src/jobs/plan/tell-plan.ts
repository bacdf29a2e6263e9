import { type Block, type Figure, flattened, prose, section, table } from '../../report/blocks/block.ts';
import { settingsText, toldPoints } from '../../report/plan/points.ts';
import { moneyMoves, movesBlock, type ToldMoves } from '../../report/plan/money-moves.ts';
import { drawnSection, type ToldAnswer } from '../../report/plan/told-answer.ts';
import { settledText } from '../../scenario/text/edited-text.ts';
import { assembleNetwork } from '../assemble.ts';
import { changeNetwork } from './change-network.ts';
import { replicationSeed } from './laboratory.ts';
import type { MeasuredPoint } from './measure-points.ts';
import { plannedToken } from './one-token.ts';
import { OwnPart } from './own-part.ts';
import type { MadePlan } from './plan.ts';
import { type PlanAnswers, QUESTIONS } from './questions.ts';

type Planned = Pick<MadePlan, 'points' | 'result'>;

// The answers of further points are read from plan.json.
const MOST_POINTS = 12;

/** The answers of a plan and its points, in the order in which they are told. */
export function toldAnswers({ points, result }: Planned): readonly ToldAnswer[] {
  const { answers } = result;
  const [only] = points;
  if (answers === undefined) return only === undefined ? [] : toldOf(result, result, { point: only });
  const toldPoint = points.slice(0, MOST_POINTS).map((point, at): ToldAtPoint => {
    const told = toldOf(answers[at] ?? {}, result, { point, number: at + 1 });
    return { at: settingsText(point.settings), told };
  });
  return [
    toldPoints(result),
    { section: () => figureTable(toldPoint) },
    ...toldPoint.flatMap(({ at, told }) => told.map((each) => ({ section: () => titled(each, at) }))),
  ];
}

/** The money that the answers move, those of every point. */
export function toldMoves({ points, result }: Planned): readonly ToldMoves[] {
  const { answers } = result;
  const told = points.flatMap((point, at) =>
    answers === undefined
      ? toldOf(result, result, { point })
      : toldOf(answers[at] ?? {}, result, { point, number: at + 1 }),
  );
  return told.flatMap(({ moves }) => moves ?? []);
}

interface ToldAtPoint {
  readonly at: string;
  readonly told: readonly ToldAnswer[];
}

function toldOf(
  answers: PlanAnswers,
  { goal, mine }: Pick<MadePlan['result'], 'goal' | 'mine'>,
  { point, number }: { readonly point: MeasuredPoint; readonly number?: number },
): readonly ToldAnswer[] {
  const network = assembleNetwork(point.experiment.scenario);
  const own = new OwnPart(network, mine);
  const token = plannedToken(network);
  const now = point.metrics[goal.metric];
  const idOf = (id: string): string => (number === undefined ? id : `${id}-${number}`);
  return QUESTIONS.flatMap((question) => {
    const answer = answers[question.name];
    if (answer === undefined) return [];
    const told = question.tell(answer, { goal, network, own, token, now, idOf });
    const changes = question.changes?.(answer, { goal, ...point.experiment }) ?? [];
    const moves = moneyMoves(network, changeNetwork(network, changes));
    if (moves.length === 0 || token === undefined) return [told];
    const of = { name: question.name, ...(number !== undefined && { point: number }) };
    return [{ ...told, moves: { ...of, moves, token } }];
  });
}

/** The section of one answer at one point of several, with the sentence that a single point has at the head of all. */
function titled(told: ToldAnswer, at: string): Block | null {
  const { verdict, remark, moves } = told;
  const block = drawnSection(told);
  if (block?.kind !== 'section') return block;
  const sentence = verdict?.sentence ?? remark;
  const isSaid = flattened(block.blocks).some((each) => each.kind === 'prose' && each.text === sentence);
  const lead = sentence === undefined || isSaid ? null : prose(sentence);
  const moveTable = moves === undefined ? null : movesBlock(moves);
  return { ...block, title: `${block.title}, ${at}`, blocks: [lead, moveTable, block.blocks] };
}

/** The figures of all points below each other; null: no answer has one. */
function figureTable(points: readonly ToldAtPoint[]): Block | null {
  const rows = points.map(({ at, told }) => ({ at, figures: told.flatMap(({ figure }) => figure ?? []) }));
  const names = [...new Set(rows.flatMap(({ figures }) => figures.map(({ name }) => name)))];
  if (names.length === 0) return null;
  const figureOf = (figures: readonly Figure[], named: string) =>
    figures.find(({ name }) => name === named)?.figure ?? '–';
  return section(
    { id: 'answers', title: 'The answers at each point' },
    table({
      columns: [
        { head: 'Point', cell: ({ at }) => at },
        ...names.map((head) => ({
          head,
          number: true,
          cell: ({ figures }: (typeof rows)[number]) => figureOf(figures, head),
        })),
      ],
      rows,
    }),
  );
}

/** One answer as a scenario file that is ready to run. */
export interface AnswerScenario {
  /** The question's name, and the point's number where there are several. */
  readonly name: string;
  readonly text: string;
}

/** A scenario file for every answer that changes the network; large networks and several tokens have none. */
export function answerScenarios({ points, result }: Planned): readonly AnswerScenario[] {
  const { answers = [result], goal } = result;
  return points.flatMap(({ text: written, experiment: { scenario } }, at) =>
    QUESTIONS.flatMap((question) => {
      const answer = answers[at]?.[question.name];
      const changes = answer === undefined ? [] : (question.changes?.(answer, { goal, scenario }) ?? []);
      const replenish = answer === undefined ? [] : (question.rules?.(answer) ?? []);
      if (changes.length === 0) return [];
      const text = settledText(
        { text: written },
        {
          // The chance of the first replication: its row in results.csv is what the file gives.
          seed: replicationSeed(scenario.seed, 0),
          network: changeNetwork(assembleNetwork(scenario), changes),
          goal: goal.text,
          scenario,
          replenish,
          fees: Object.fromEntries(
            changes.flatMap((change) => (change.kind === 'charge' ? [[change.node, change.fees]] : [])),
          ),
        },
      );
      const name = points.length === 1 ? question.name : `${question.name}-${at + 1}`;
      return text === undefined ? [] : [{ name, text }];
    }),
  );
}
