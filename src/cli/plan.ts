import { join } from 'node:path';
import { assembleNetwork, assembleOperations } from '../jobs/assemble.ts';
import { settleSteps } from '../jobs/settle/settle-steps.ts';
import type { Amount } from '../model/network/amount.ts';
import type { Scenario } from '../model/scenario/scenario.ts';
import { PLAN_QUESTIONS, type PlanQuestion } from '../jobs/plan/questions.ts';
import { queueRunner } from '../jobs/plan/queue/queue-runner.ts';
import { Decimal } from '../model/decimal.ts';
import { type Factor, type PlanSpec, RANGE_RULE, rangeValues } from '../model/plan/plan-spec.ts';
import { withoutUndefined } from '../model/without-undefined.ts';
import { parseExpectation } from '../model/scenario/expectation.ts';
import type { ReplicationRunner } from '../ports/replication-runner.ts';
import { planJson, planText } from '../report/plan/plan-document.ts';
import { shellWord } from '../report/words/shell-word.ts';
import { goalFault } from '../scenario/fields/metric-expectation.ts';
import { giveThreadsRoom, limitHeapGrowth, saveHelperThreads } from '../runtime/v8-flags.ts';
import { readPrecision } from '../scenario/fields/plan-fields.ts';
import { parseDuration } from '../scenario/fields/values.ts';
import { type CommandContext, declareCommand, EXIT } from './command.ts';
import { variedText } from '../scenario/text/edited-text.ts';
import { readYaml } from '../scenario/text/yaml-document.ts';
import { fileBeside, readInputFile } from './files/input-file.ts';
import { loadScenario } from './files/scenario-file.ts';
import { amountInUnits, countUpTo, durationMs, MOST_THREADS, required } from './options/numbers.ts';
import { watching } from './live/live.ts';
import {
  KEEPING_OPTIONS,
  list,
  type OptionSpec,
  type OptionValues,
  or,
  redisUrl,
  optionWords,
  seedOption,
  text,
  value,
} from './options/option.ts';
import { fitsMemory } from './run-folder/memory-need.ts';
import { keepPlan } from './plan/keep-plan.ts';
import { PLAN_FILES } from './run-folder/run-folder.ts';
import { workerPool } from './plan/worker-pool.ts';

// Without an address it is true: MILLRACE_REDIS says it.
const QUEUE: OptionSpec<string | true | undefined> = {
  form: '[redis]',
  says: 'have workers simulate (millrace worker), through the Redis at redis://host:6379 or in MILLRACE_REDIS',
};

const OPTIONS = {
  vary: or(list('<path=values>', `vary a field: ${RANGE_RULE}; may be repeated`, factor), []),
  for: value('<goal>', 'the goal, such as "success_rate >= 99%"', goal),
  find: {
    ...list('<question>', 'answer only this; may be repeated', question),
    choices: PLAN_QUESTIONS,
  },
  mine: list(
    '<node>',
    'a node that you run, or several as hub1..3 or hub*: nothing of others is changed; may be repeated',
    nodeName,
  ),
  horizon: value(
    '<duration>',
    'for how long the money must last, such as 1w: traffic goes on for so long',
    horizon,
  ),
  budget: value(
    '<amount>',
    'most to add to deposits, for the question fund: 50000, or 500.00 tokens',
    amount,
  ),
  replications: value('<number>', 'simulations of each point', countUpTo(100_000, { least: 2 })),
  precision: value('<width>', "half width of the goal's interval that is enough, such as 1%", precision),
  time: value(
    '<duration>',
    'stop after this time and answer with what is known, such as 60s or 5m',
    durationMs,
  ),
  threads: value('<number>', 'number of threads (default: one for each core)', countUpTo(MOST_THREADS)),
  queue: QUEUE,
  resume: text('<folder>', 'continue an interrupted plan: finished simulations are not repeated'),
  seed: seedOption,
  ...KEEPING_OPTIONS,
};

// In percent: a simulation leaves little behind, and each thread keeps its own garbage.
const HEAP_GROWTH = 100;
// Spares each thread its first collections; with more, old objects are collected twice as often.
const YOUNG_MB = 4;

type PlanFlags = OptionValues<typeof OPTIONS>;

/** `millrace plan`: how much money must sit where, with intervals. */
export const planCommand = declareCommand({
  name: 'plan',
  says: 'simulate variants of a scenario and find what it takes to meet its goal',
  arguments: [
    {
      form: '<scenario>',
      says: 'scenario file (YAML or JSON); its section plan: has the goal and the questions',
    },
  ],
  options: OPTIONS,
  rules: [
    {
      option: 'queue',
      excludes: ['threads'],
      message: "option '--queue [redis]' cannot be used with option '--threads <number>'",
      hint: 'Workers say themselves on how many threads they simulate.',
    },
  ],
  examples: {
    'millrace plan scenarios/plan-hub.yaml --time 60s': 'all that its plan: section asks',
    "millrace plan scenarios/hub-drain.yaml --find deposit --for 'success_rate >= 99%'": 'the least deposit',
    'millrace plan scenarios/hub-drain.yaml --find fund --budget 2000': 'where the next tokens should go',
    "millrace plan scenarios/demo.yaml --vary 'network.capacity=[1_000, 10_000] log 9' --find rebalance":
      'success against capacity',
    "millrace plan scenarios/demo.yaml --vary 'protocol.router=[raiden, fewest-hops]' --precision 1% --find rebalance":
      'two routers under the same payments',
  },
  async run(context, options, file) {
    const { terminal, conclude } = context;
    const { seed, out, json, progress, resume, time: timeMs } = options;
    saveHelperThreads();
    limitHeapGrowth(HEAP_GROWTH);
    giveThreadsRoom(YOUNG_MB);
    const scenario = loadScenario(file, { seed });
    // Each simulation has a thread, and each thread as much as this one.
    if (options.queue === undefined && !fitsMemory(scenario, 'plan', context)) return;
    // The lines of a record are faults of the user, and no folder is made for those.
    if (scenario.recorded !== undefined) await checkOperations(scenario);
    const written = readInputFile(file, 'a scenario in YAML or JSON');
    const budget = { path: 'plan.fund.budget', value: options.budget };
    const source = {
      file,
      text: variedText({ file, text: written }, options.budget === undefined ? [] : [budget]),
      readFile: fileBeside(file),
    };
    const runner = await runnerOf(options, context);
    const command = commandOf(file, options);
    const watched = { watching: watching(options, context) };
    const keeping = { out, terminal, progress, scenario, resume, timeMs, command, ...watched };
    const questions = options.find ?? PLAN_QUESTIONS;
    try {
      const kept = await keepPlan(keeping, { source, seed, runner, spec: specOf(options), questions });
      const { result, folder } = kept;
      const look = { color: terminal.outColor, width: Number.POSITIVE_INFINITY };
      terminal.out(json ? planJson(kept.scenario, result) : planText(kept, look));
      const where = `Report   ${join(folder, PLAN_FILES.page)}\nResults  ${join(folder, PLAN_FILES.rows)}\n`;
      if (json) terminal.note(where);
      else terminal.out(`\n${where}`);
      // A goal that is missed is an answer.
      conclude(kept.result.ended === 'interrupted' ? EXIT.interrupted : EXIT.asExpected);
    } finally {
      await runner.close();
    }
  },
});

async function checkOperations(given: Scenario): Promise<void> {
  const network = assembleNetwork(given);
  assembleOperations({ scenario: await settleSteps(given, network), network });
}

function runnerOf(
  { threads, queue }: PlanFlags,
  { env, terminal }: CommandContext,
): ReplicationRunner | Promise<ReplicationRunner> {
  // One thread is a thread too: a simulation would keep this one from Ctrl-C and from the end of its time.
  if (queue === undefined) return workerPool(threads);
  const url = redisUrl(queue === true ? undefined : queue, env);
  return queueRunner({ url, note: (message) => terminal.note(message) });
}

// Without --time: what was found by then is found again.
function commandOf(file: string, flags: PlanFlags): string {
  const { vary, for: wanted, find = [], replications } = flags;
  const words = optionWords({
    vary: vary.map(({ path, values }) => `${path}=[${values.map(asGiven).join()}]`),
    for: wanted?.text,
    find,
    mine: flags.mine,
    horizon: flags.horizon === undefined ? undefined : `${flags.horizon / 3_600_000}h`,
    budget: flags.budget?.toString(),
    replications,
    precision: flags.precision,
    seed: flags.seed,
  });
  return ['millrace plan', shellWord(file), words].filter((part) => part !== '').join(' ');
}

// As JSON 500.00 would become 500, which is another amount.
function asGiven(given: unknown): string {
  return given instanceof Decimal ? given.toString() : JSON.stringify(given);
}

function specOf({ vary, for: wanted, replications, ...flags }: PlanFlags): Partial<PlanSpec> {
  return {
    ...withoutUndefined({
      goal: wanted,
      precision: flags.precision,
      mine: flags.mine,
      horizonMs: flags.horizon,
    }),
    ...(vary.length === 0 ? {} : { vary }),
    ...(replications === undefined ? {} : { replications, mostReplications: 50 * replications }),
  };
}

function amount(given: string): Amount | Decimal {
  return given.includes('.') ? new Decimal(given.replaceAll('_', '')) : amountInUnits(given);
}

function factor(given: string): Factor {
  const at = given.indexOf('=');
  const [path, range] = [given.slice(0, at).trim(), given.slice(at + 1).trim()];
  const values = at > 0 ? (rangeValues(range) ?? listed(range)) : undefined;
  return { path, values: required(values, `Expected PATH=VALUES: ${RANGE_RULE}.`) };
}

function listed(range: string): readonly unknown[] | undefined {
  try {
    const values = readYaml({ file: '--vary', text: range, keepsDecimals: true }).value;
    return Array.isArray(values) && values.length > 0 ? values : undefined;
  } catch {
    return undefined;
  }
}

function goal(given: string): PlanSpec['goal'] {
  const fault = goalFault(given);
  return required(
    fault === undefined ? parseExpectation(given) : undefined,
    `Expected METRIC RELATION NUMBER, such as "success_rate >= 99%"; ${fault ?? ''}.`,
  );
}

function question(given: string): PlanQuestion {
  const name = PLAN_QUESTIONS.find((each) => each === given);
  return required(name, `Expected one of ${PLAN_QUESTIONS.join(', ')}.`);
}

function horizon(given: string): number {
  const ms = parseDuration(given) || undefined;
  return required(ms, 'Expected a duration of at most 366 days, such as 1d, 1w or 30d.');
}

function nodeName(given: string): string {
  return required(given || undefined, 'Expected the name of a node.');
}

function precision(given: string): number {
  return required(readPrecision(given), 'Expected a width above 0, such as 0.01 or 1%.');
}
