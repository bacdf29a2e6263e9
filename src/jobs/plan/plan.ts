import { assertGiven, InterruptedError, onError } from '../../errors.ts';
import type { Network } from '../../model/network/network.ts';
import type { PlanAnswers, PlanResult } from '../../model/plan/answers.ts';
import type { WeeklyDrain } from '../../model/plan/measured-plan.ts';
import type { PlanSpec } from '../../model/plan/plan-spec.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import type { ReplicationRunner } from '../../ports/replication-runner.ts';
import { plan as planFields } from '../../scenario/fields/plan-fields.ts';
import { withPlaces } from '../with-places.ts';
import type { ScenarioText } from '../../scenario/parse-scenario.ts';
import { CONFIDENCE } from '../../statistics/estimate.ts';
import { loadQuantiles } from '../../statistics/quantiles.ts';
import { assembleNetwork } from '../assemble.ts';
import { parseScenario } from '../parse-scenario.ts';
import { type PointPlan, pointPlans, seeded } from './design.ts';
import { weeklyDrain } from './trust/weekly-drain.ts';
import { Laboratory, type LaboratoryOptions } from './laboratory.ts';
import { type MeasuredPoint, measureInTime, measurePoints } from './measure-points.ts';
import {
  comparedMetrics,
  isAskable,
  type PlanQuestion,
  QUESTION_SETTINGS,
  QUESTIONS,
  requireFittingSettings,
  requireSettings,
} from './questions.ts';
import { grownBy, lastingFor, requireHorizon } from './horizon.ts';
import { ofOneToken, plannedToken } from './one-token.ts';
import { figuresOf, measuredParts, requireKnownParts } from './measured-parts.ts';
import { OwnPart } from './own-part.ts';
import { withPlanNodesNamed } from '../../scenario/named-nodes.ts';
import { type QuestionContext, seedSets } from './question.ts';
import { checkRecord } from './trust/record-check.ts';
import { ownProcessRunner } from '../replicate.ts';
import {
  FEWEST_REPLICATIONS,
  type TimeLeft,
  TimeShares,
  type TimedQuestion,
  TurnTimeout,
} from './time-shares.ts';

/** What is planned, with which questions, and until when. */
export interface PlanOptions
  extends Pick<LaboratoryOptions, 'known' | 'onReplication' | 'onAsked' | 'deadline' | 'signal'> {
  /** The scenario's text: what is varied are fields of it. */
  readonly source: ScenarioText;
  /** Instead of what the scenario's section `plan:` says. */
  readonly spec?: Partial<PlanSpec>;
  readonly seed?: string | undefined;
  /** Absent: the points only. */
  readonly questions?: readonly PlanQuestion[];
  /** Absent: one simulation after the other, in this process. */
  readonly runner?: ReplicationRunner;
  /** Called once, when nothing is wrong with what was asked and before anything is simulated. */
  readonly onStart?: () => void;
  /** Called when a question is taken up, the points first; with a limit of time more than once each. */
  readonly onTurn?: (name: string) => void;
  /**
   * The time that is left, in any measure that only falls. It is shared between the questions: each is answered
   * from few replications first. Absent: there is no limit, and the answers depend on no clock.
   */
  readonly timeLeft?: TimeLeft;
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
  assertGiven('plan', options, 'source');
  try {
    return await madePlan(options);
  } catch (error) {
    throw withPlaces(error, options.source);
  }
}

async function madePlan(options: PlanOptions): Promise<MadePlan> {
  const { source, seed, runner = ownProcessRunner(), timeLeft } = options;
  const written = seeded(parseScenario(source), seed);
  const asked: PlanSpec = { ...(written.plan ?? planFields(QUESTION_SETTINGS).parse({})), ...options.spec };
  const spec = withPlanNodesNamed(asked, () => assembleNetwork(written).nodes(), written.classes);
  requireHorizon(spec, written, source.file);
  const scenario = grownBy(spec.growth, lastingFor(ofOneToken(written, spec, source.file), spec.horizonMs));
  requireSettings(options.questions ?? [], spec, source.file);
  const network = assembleNetwork(scenario);
  requireKnownParts(spec, { scenario, network, file: source.file });
  const shares = timeLeft && new TimeShares(timeLeft);
  const laboratory = new Laboratory({
    ...options,
    ...spec,
    ...(shares && { isOver: shares.isOver }),
    parts: measuredParts(spec, comparedMetrics(options.questions ?? [], spec)),
    seed: scenario.seed,
    runner,
  });
  const points = pointPlans(source, scenario, spec);
  for (const { experiment, settings } of options.questions === undefined ? [] : points)
    requireFittingSettings(spec, {
      own: new OwnPart(assembleNetwork(experiment.scenario), spec.mine),
      questions: options.questions ?? [],
      file: source.file,
      settings,
    });
  options.onStart?.();
  await loadQuantiles();
  const record = await checkRecord(scenario, spec);
  // A plan that is asked single questions simulates for these alone.
  const asksAll = (options.questions?.length ?? QUESTIONS.length) === QUESTIONS.length;
  const only = asksAll && points.length === 1 ? points[0] : undefined;
  const kept: Kept = { points: [], answers: points.map(() => ({})) };
  const parts: TurnParts = { spec, laboratory, points };
  const turns = turnsOf(options, parts, kept);
  const answered = async (): Promise<void> => {
    if (shares === undefined) await answerAll(turns, spec.replications);
    else {
      kept.points = await firstPoints(parts, shares);
      await shares.give(turns, spec.replications);
    }
    if (only === undefined) return;
    const own = new OwnPart(assembleNetwork(only.experiment.scenario), spec.mine);
    const drain = weeklyDrain(only.experiment, { ...parts, own });
    kept.drain = await drain.catch(onError(TurnTimeout, () => undefined));
  };
  const ended = await answered().then(
    () => 'complete' as const,
    onError(InterruptedError, () => 'interrupted' as const),
  );
  const shortened = shares && shortenedOf(turns, spec.replications, shares);
  const { goal, also, warmUpMs } = spec;
  const figures = figuresOf(spec);
  const token = plannedToken(network);
  return {
    scenario,
    network,
    points: kept.points,
    result: {
      goal,
      ...(also && { also }),
      ...(token && { token }),
      confidence: CONFIDENCE,
      network: spec.network,
      warmUpMs,
      ...(spec.horizonMs !== undefined && { horizonMs: spec.horizonMs }),
      ...(spec.mine && { mine: spec.mine }),
      ...(figures.length > 0 && { figures }),
      ...(record && { record }),
      ...(kept.drain && { drain: kept.drain }),
      points: kept.points.map(({ rows: _r, experiment: _e, text: _t, ...point }) => point),
      ...(spec.vary.length === 0 ? kept.answers[0] : { answers: kept.answers }),
      ...(shortened && { shortened }),
      ended: ended === 'complete' && shortened !== undefined ? 'time' : ended,
      simulations: laboratory.ended,
    },
  };
}

interface Kept {
  points: readonly MeasuredPoint[];
  drain?: WeeklyDrain | undefined;
  /** The answers of each point. */
  readonly answers: readonly PlanAnswers[];
}

interface TurnParts extends Pick<QuestionContext, 'spec' | 'laboratory'> {
  readonly points: readonly PointPlan[];
}

/** The points and every question that can be answered of each, to be asked for with any number of replications. */
function turnsOf(
  { questions = [], onTurn }: PlanOptions,
  { points, ...parts }: TurnParts,
  kept: Kept,
): readonly TimedQuestion[] {
  const { spec, laboratory } = parts;
  const measure: TimedQuestion = {
    name: 'points',
    isGoodWhenCut: true,
    async answer(replications, isTimeUp) {
      onTurn?.('points');
      const most = replications < spec.replications ? { mostReplications: replications } : {};
      const rule = { ...spec, replications, ...most };
      const measured = await measurePoints(points, { laboratory, rule, isTimeUp });
      return () => Object.assign(kept, { points: measured });
    },
  };
  // A plan that asks everything leaves out the questions that the scenario does not give what they need.
  const askable = [...new Set(questions)]
    .flatMap((name) => QUESTIONS.filter((each) => each.name === name))
    .filter((each) => isAskable(each, spec));
  const turns = askable.map(
    (question): TimedQuestion => ({
      name: question.name,
      isGoodWhenCut: false,
      async answer(replications, isTimeUp) {
        const { name } = question;
        onTurn?.(name);
        const seeds = seedSets(spec.replications);
        const asked = { ...parts, spec: { ...spec, replications }, seeds, isTimeUp };
        const answers: unknown[] = [];
        for (const { experiment: base } of points) {
          const own = new OwnPart(assembleNetwork(base.scenario), spec.mine);
          answers.push(await question.answer({ ...asked, own, base }));
        }
        return () => kept.answers.forEach((each, at) => Object.assign(each, { [name]: answers[at] }));
      },
    }),
  );
  return [measure, ...turns];
}

// Without a limit of time the questions are answered one after the other.
async function answerAll(turns: readonly TimedQuestion[], replications: number): Promise<void> {
  for (const turn of turns) (await turn.answer(replications, () => false))();
}

// With a limit of time the points come first: without them there is nothing to say.
async function firstPoints(
  { points, spec, laboratory }: TurnParts,
  shares: TimeShares,
): Promise<readonly MeasuredPoint[]> {
  const rule = { ...spec, replications: Math.min(FEWEST_REPLICATIONS, spec.replications) };
  const measured = await measureInTime(points, { laboratory, rule });
  const replications = Math.min(...measured.map((point) => point.replications));
  shares.answered.set('points', { replications, isWhole: true });
  return measured;
}

/** The replications from which each turn was answered, where that was not as asked; undefined: all were. */
function shortenedOf(
  turns: readonly TimedQuestion[],
  replications: number,
  { answered }: TimeShares,
): PlanResult['shortened'] {
  const short = turns.flatMap(({ name }): readonly (readonly [string, number])[] => {
    const turn = answered.get(name);
    return turn?.isWhole === true && turn.replications === replications
      ? []
      : [[name, turn?.replications ?? 0]];
  });
  return short.length === 0 ? undefined : Object.fromEntries(short);
}
