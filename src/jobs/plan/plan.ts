import { InputError } from '../../errors.ts';
import type { Network } from '../../model/network/network.ts';
import type { Experiment } from '../../model/plan/experiment.ts';
import type { PlanResult } from '../../model/plan/plan-result.ts';
import type { PlanSpec } from '../../model/plan/plan-spec.ts';
import type { Replication } from '../../model/plan/replication.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import type { ReplicationRunner } from '../../ports/replication-runner.ts';
import { createRandomSource } from '../../runtime/random-source.ts';
import { planDefaults } from '../../scenario/plan-defaults.ts';
import type { ScenarioText } from '../../scenario/parse-scenario.ts';
import { type Setting, variedText } from '../../scenario/text/varied-text.ts';
import { CONFIDENCE, quantilesReady } from '../../statistics/estimate.ts';
import { assembleNetwork } from '../assemble.ts';
import { parseScenario } from '../parse-scenario.ts';
import type { Asked } from './answers/asked.ts';
import { chargeAnswer } from './answers/charge-answer.ts';
import { designPoints } from './design.ts';
import { depositAnswers } from './answers/deposit-answers.ts';
import { factorEffects } from './factor-effects.ts';
import { fundAnswer } from './answers/fund-answer.ts';
import { Laboratory, PlanBrokenOff } from './laboratory.ts';
import { type MeasuredPoint, measureInTime, measurePoints, type PointPlan } from './measure-points.ts';
import { openAnswer } from './answers/open-answer.ts';
import { ownProcessRunner } from './own-process-runner.ts';
import { rebalanceAnswer } from './answers/rebalance-answer.ts';
import { FEWEST_REPLICATIONS, type TimeLeft, TimeShares, type TimedQuestion } from './time-shares.ts';
import { requireNodes } from './require-nodes.ts';
import { removeAnswer } from './answers/remove-answer.ts';

/** The questions a plan can be asked, in the order in which it answers them. */
export const PLAN_QUESTIONS = ['deposit', 'fund', 'rebalance', 'remove', 'open', 'charge'] as const;

/** One of them. */
export type PlanQuestion = (typeof PLAN_QUESTIONS)[number];

export interface PlanOptions {
  /** The scenario's text: what is varied are fields of it. */
  readonly source: ScenarioText;
  /** Instead of what the scenario's section `plan:` says. */
  readonly spec?: Partial<PlanSpec>;
  readonly seed?: string | undefined;
  /** Absent: the points only. */
  readonly questions?: readonly PlanQuestion[];
  /** Absent: one simulation after the other, in this process. */
  readonly runner?: ReplicationRunner;
  /** What an earlier plan has simulated, by key: it is not simulated again. */
  readonly known?: ReadonlyMap<string, Replication>;
  /** Called once, when nothing is wrong with what was asked and before anything is simulated. */
  readonly onStart?: () => void;
  readonly onReplication?: (key: string, replication: Replication) => void;
  /** Called when a question is taken up, the points first; with a limit of time more than once each. */
  readonly onTurn?: (name: string) => void;
  /** Called before replications are simulated: how many; answers decide what is asked for next. */
  readonly onAsked?: (jobs: number) => void;
  /**
   * What is left of its time, in any measure that only falls. It is shared between the questions: each is answered
   * from few replications first. Absent: there is no limit, and the answers depend on no clock.
   */
  readonly timeLeft?: TimeLeft;
  /**
   * Aborted when nothing of it is left, so that no simulation is waited for that is under way then. Without it a plan
   * ends later than it should by one simulation at most.
   */
  readonly deadline?: AbortSignal;
  readonly signal?: AbortSignal;
}

/** A plan's answers, and the replications they rest on. */
export interface MadePlan {
  readonly scenario: Scenario;
  /** As the scenario's seed makes it. */
  readonly network: Network;
  readonly result: PlanResult;
  readonly points: readonly MeasuredPoint[];
}

/**
 * Simulates a scenario many times, varied as its section `plan:` says, and answers how its goal can be met, each with
 * an interval. The same text and seed give the same answers on any number of cores; throws InputError for a text or
 * a value that is wrong, and what was simulated before a signal is handed to `onReplication`.
 */
export async function plan(options: PlanOptions): Promise<MadePlan> {
  const { source, seed, runner = ownProcessRunner(), timeLeft } = options;
  const scenario = seeded(parseScenario(source), seed);
  const spec: PlanSpec = { ...(scenario.plan ?? planDefaults()), ...options.spec };
  requireAsked(options, spec);
  const network = assembleNetwork(scenario);
  requireNodes(spec, network, source.file);
  const shares = timeLeft && new TimeShares(timeLeft);
  const limited = shares && { isOver: shares.isOver };
  const laboratory = new Laboratory({ ...options, ...spec, ...limited, seed: scenario.seed, runner });
  const points = pointPlans(source, scenario, spec);
  options.onStart?.();
  await quantilesReady;
  const base: Experiment = { scenario, changes: [] };
  const kept: Kept = { points: [] };
  const parts: TurnParts = { base, spec, laboratory, points };
  const turns = turnsOf(options, parts, (found) => Object.assign(kept, found));
  const ended = await untilBrokenOff(async () => {
    if (shares === undefined) return await answerAll(turns, spec.replications);
    kept.points = await firstPoints(parts, shares);
    await shares.give(turns, spec.replications);
  });
  const shortened = shares && shortenedOf(turns, spec.replications, shares);
  const { goal, warmUpMs } = spec;
  const { points: measured, ...answers } = kept;
  const factors = factorEffects(measured, goal.metric);
  return {
    scenario,
    network,
    points: measured,
    result: {
      goal,
      confidence: CONFIDENCE,
      network: spec.network,
      warmUpMs,
      points: measured.map(({ rows: _rows, ...point }) => point),
      ...(factors && { factors }),
      ...answers,
      ...(shortened && { shortened }),
      ended: ended === 'complete' && shortened !== undefined ? 'time' : ended,
      simulations: laboratory.ended,
    },
  };
}

type Answers = Partial<Pick<PlanResult, PlanQuestion>>;

type Kept = Answers & { points: readonly MeasuredPoint[] };

interface TurnParts extends Omit<Asked, 'isTimeUp'> {
  readonly points: readonly PointPlan[];
}

/** The points and every question that can be answered, each to be asked for with any number of replications. */
function turnsOf(
  { questions = [], onTurn }: PlanOptions,
  { points, ...parts }: TurnParts,
  keep: (found: Partial<Kept>) => void,
): readonly TimedQuestion[] {
  const { spec, laboratory } = parts;
  const measure: TimedQuestion = {
    name: 'points',
    isGoodWhenCut: true,
    async answer(replications, isTimeUp) {
      onTurn?.('points');
      const most = replications < spec.replications ? { mostReplications: replications } : {};
      const rule = { ...spec, replications, ...most };
      const found = await measurePoints(points, { laboratory, rule, isTimeUp });
      return () => keep({ points: found });
    },
  };
  const given = PLAN_QUESTIONS.filter((question) => questions.includes(question) && isGiven(question, spec));
  const turns = given.map(
    (question): TimedQuestion => ({
      name: question,
      isGoodWhenCut: false,
      async answer(replications, isTimeUp) {
        onTurn?.(question);
        const found = await ANSWERS[question]({ ...parts, spec: { ...spec, replications }, isTimeUp });
        return () => keep(found);
      },
    }),
  );
  return [measure, ...turns];
}

// Without a limit of time one after the other.
async function answerAll(turns: readonly TimedQuestion[], replications: number): Promise<void> {
  for (const turn of turns) (await turn.answer(replications, () => false))();
}

// With one the points come first: without them there is nothing to say.
async function firstPoints(
  { points, spec, laboratory }: TurnParts,
  shares: TimeShares,
): Promise<readonly MeasuredPoint[]> {
  const rule = { ...spec, replications: Math.min(FEWEST_REPLICATIONS, spec.replications) };
  const found = await measureInTime(points, { laboratory, rule });
  const replications = Math.min(...found.map((point) => point.replications));
  shares.note('points', { replications, isWhole: true });
  return found;
}

/** From how many replications each turn was answered that was not answered as asked; undefined: all were. */
function shortenedOf(
  turns: readonly TimedQuestion[],
  replications: number,
  { answered }: TimeShares,
): PlanResult['shortened'] {
  const short = turns.flatMap(({ name }): readonly (readonly [string, number])[] => {
    const found = answered.get(name);
    return found?.isWhole === true && found.replications === replications
      ? []
      : [[name, found?.replications ?? 0]];
  });
  return short.length === 0 ? undefined : Object.fromEntries(short);
}

// A plan that asks everything leaves out what the scenario does not give what it needs.
function isGiven(question: PlanQuestion, spec: PlanSpec): boolean {
  return !(question in NEEDS) || spec[question as keyof typeof NEEDS] !== undefined;
}

// Without a budget, candidates or schedules in the scenario there is nothing to ask.
const ANSWERS: Readonly<Record<PlanQuestion, (asked: Asked) => Promise<Answers>>> = {
  deposit: async (asked) => ({ deposit: await depositAnswers(asked) }),
  fund: async (asked) => {
    const { fund } = asked.spec;
    return fund === undefined ? {} : { fund: await fundAnswer(asked, fund.budget) };
  },
  rebalance: async (asked) => ({ rebalance: await rebalanceAnswer(asked) }),
  remove: async (asked) => ({ remove: await removeAnswer(asked) }),
  open: async (asked) => {
    const { open } = asked.spec;
    return open === undefined ? {} : { open: await openAnswer(asked, open) };
  },
  charge: async (asked) => {
    const { charge } = asked.spec;
    return charge === undefined ? {} : { charge: await chargeAnswer(asked, charge) };
  },
};

// What was asked for by name and lacks what it needs; a plan that asks everything leaves it out.
function requireAsked({ questions = [], source }: PlanOptions, spec: PlanSpec): void {
  if (questions.length === PLAN_QUESTIONS.length) return;
  for (const [question, needs] of Object.entries(NEEDS) as [keyof typeof NEEDS, string][])
    if (questions.includes(question) && spec[question] === undefined)
      throw new InputError({
        place: { file: source.file },
        message: `the question ${question} needs plan.${question} in the scenario`,
        hint: needs,
      });
}

const NEEDS = {
  fund: 'Write plan: {fund: {budget: 1_000}}, or give --budget 1000.',
  open: 'Write plan: {open: {deposits: [500, 500]}}.',
  charge: 'Write plan: {charge: {node: hub, schedules: [{flat: 1}, {flat: 2}]}}.',
} as const;

async function untilBrokenOff(work: () => Promise<void>): Promise<'complete' | 'interrupted'> {
  try {
    await work();
    return 'complete';
  } catch (error) {
    if (error instanceof PlanBrokenOff) return 'interrupted';
    throw error;
  }
}

function pointPlans(source: ScenarioText, scenario: Scenario, spec: PlanSpec): readonly PointPlan[] {
  const random = createRandomSource(scenario.seed).stream('plan');
  return designPoints(spec.vary, { sample: spec.sample, random }).map((settings) => ({
    settings: Object.fromEntries(settings.map(({ path, value }) => [path, settingText(value)])),
    experiment: { scenario: variant(source, scenario, settings), changes: [] },
  }));
}

// A value that the scenario refuses is told with the factor that set it, not with a place in a text nobody wrote.
function variant(source: ScenarioText, scenario: Scenario, settings: readonly Setting[]): Scenario {
  if (settings.length === 0) return scenario;
  try {
    return seeded(parseScenario({ ...source, text: variedText(source, settings) }), scenario.seed);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const set = settings.map(({ path, value }) => `${path} = ${settingText(value)}`).join(', ');
    const [first] = error.faults;
    throw new InputError({
      place: { file: source.file },
      message: `plan.vary: with ${set} the scenario is wrong: ${first?.message ?? error.message}`,
      hint: first?.hint,
    });
  }
}

function settingText(value: unknown): string {
  return typeof value === 'string'
    ? value
    : JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? item.toString() : item));
}

function seeded(scenario: Scenario, seed: string | undefined): Scenario {
  return seed === undefined ? scenario : { ...scenario, seed };
}
