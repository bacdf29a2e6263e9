import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { parse } from 'yaml';
import { PLAN_QUESTIONS, type PlanQuestion } from '../jobs/plan/plan.ts';
import { queueRunner } from '../jobs/plan/queue/queue-runner.ts';
import { rangeValues, RANGE_RULE } from '../model/plan/factor-text.ts';
import { PLANNING_METRICS } from '../model/plan/replication.ts';
import type { Factor, PlanSpec } from '../model/plan/plan-spec.ts';
import { parseAmount } from '../model/network/amount.ts';
import { isMetricName } from '../model/run/metric-names.ts';
import { parseExpectation } from '../model/scenario/expectation.ts';
import type { ReplicationRunner } from '../ports/replication-runner.ts';
import { planJson } from '../report/plan/plan-json.ts';
import { planText } from '../report/plan/plan-text.ts';
import { shellWord } from '../report/sections/facts.ts';
import { readPrecision } from '../scenario/fields/plan-fields.ts';
import { saveHelperThreads } from '../runtime/v8-flags.ts';
import { type CommandContext, examples } from './command.ts';
import { EXIT, type ExitCode } from './failure/exit-codes.ts';
import { readInputFile } from './files/input-file.ts';
import { loadScenario } from './files/scenario-file.ts';
import { durationMs } from './options/duration.ts';
import { countUpTo } from './options/numbers.ts';
import { jsonOption, noProgressOption, outOption, seedOption } from './options/options.ts';
import { redisUrl } from './options/redis-url.ts';
import { keepPlan } from './plan/keep-plan.ts';
import { PLAN_FILES } from './plan/plan-folder.ts';
import { workerPool } from './plan/worker-pool.ts';
import type { MadePlan } from '../jobs/plan/plan.ts';

const MOST_THREADS = 1024;

/** `millrace plan`: how much money must sit where, with intervals. */
export function planCommand(context: CommandContext) {
  const { terminal, conclude } = context;
  return new Command('plan')
    .description('simulate a scenario many times, varied, and say what it takes to meet its goal')
    .argument('<scenario>', 'scenario file (YAML or JSON); its section plan: says what is varied and asked')
    .option('--vary <path=values>', `vary a field: ${RANGE_RULE}; may be repeated`, factors, [])
    .option(
      '--sample <points>',
      'a latin hypercube of so many points instead of all combinations',
      countUpTo(100_000),
    )
    .option('--for <goal>', 'the goal, such as "success_rate >= 99%"', goal)
    .option('--find <question>', `answer only this: ${PLAN_QUESTIONS.join(', ')}; may be repeated`, questions)
    .option('--budget <amount>', 'what may be added to deposits in all, for the question fund', budget)
    .option('--replications <number>', 'simulations of each point', countUpTo(100_000))
    .option('--precision <width>', "half width of the goal's interval that is enough, such as 1%", precision)
    .option('--time <duration>', 'answer with what is known after so long, such as 60s or 5m', durationMs)
    .option(
      '--threads <number>',
      'simulate on so many threads instead of one for each core',
      countUpTo(MOST_THREADS),
    )
    .addOption(
      new Option(
        '--queue [redis]',
        'have workers simulate (millrace worker), through the Redis at redis://host:6379 or in MILLRACE_REDIS',
      ).conflicts('threads'),
    )
    .option(
      '--resume <folder>',
      'go on with an interrupted plan: what it has simulated is not simulated again',
    )
    .option('--parquet', 'write tables as Parquet too: results, channel ends and nodes', false)
    .addOption(seedOption())
    .addOption(outOption())
    .addOption(jsonOption())
    .addOption(noProgressOption())
    .addHelpText(
      'after',
      examples({
        'millrace plan scenarios/plan-hub.yaml --time 60s': 'all that its plan: section asks',
        "millrace plan scenarios/hub-drain.yaml --find deposit --for 'success_rate >= 99%'":
          'the least deposit',
        'millrace plan scenarios/hub-drain.yaml --find fund --budget 2000': 'where the next tokens should go',
        "millrace plan scenarios/demo.yaml --vary 'network.capacity=[1_000, 10_000] log 9'":
          'success against capacity',
        "millrace plan scenarios/demo.yaml --vary 'protocol.router=[raiden, fewest-hops]' --precision 1%":
          'two routers under the same payments',
        "millrace plan scenarios/demo.yaml --vary 'network.capacity=[1_000, 10_000] log 9' --vary 'network.fees.flat=[0, 50] 6' --sample 20":
          'what matters most of several fields',
      }),
    )
    .action(async (file, options) => {
      const { seed, out, json, progress, resume, time, parquet } = options;
      saveHelperThreads();
      const scenario = loadScenario(file, { seed });
      const source = {
        file,
        text: readInputFile(file, 'a scenario in YAML or JSON'),
        readFile: (named: string) => readFileSync(resolve(dirname(file), named), 'utf8'),
      };
      const runner = await runnerOf(options, context);
      try {
        const kept = await keepPlan(
          {
            out,
            terminal,
            progress,
            scenario,
            resume,
            parquet,
            timeMs: time,
            command: commandOf(file, options),
          },
          { source, seed, runner, spec: specOf(options), questions: options.find ?? [...PLAN_QUESTIONS] },
        );
        terminal.out(json ? planJson(kept.scenario, kept.result) : planText(kept.scenario, kept.result));
        const where = `Report   ${join(kept.folder, PLAN_FILES.page)}\nResults  ${join(kept.folder, PLAN_FILES.rows)}\n`;
        if (json) terminal.note(where);
        else terminal.out(`\n${where}`);
        conclude(exitCodeOf(kept));
      } finally {
        await runner.close();
      }
    });
}

function runnerOf(
  { threads, queue }: { readonly threads?: number | undefined; readonly queue?: string | true | undefined },
  { env, terminal }: CommandContext,
): ReplicationRunner | Promise<ReplicationRunner> {
  // One thread is a thread too: a simulation would keep this one from Ctrl-C and from the end of its time.
  if (queue === undefined) return workerPool(threads);
  const url = redisUrl(queue === true ? undefined : queue, env);
  return queueRunner({ url, note: (text) => terminal.note(text) });
}

interface PlanFlags {
  readonly vary: readonly Factor[];
  readonly for?: PlanSpec['goal'] | undefined;
  readonly budget?: bigint | undefined;
  readonly sample?: number | undefined;
  readonly replications?: number | undefined;
  readonly precision?: number | undefined;
}

// Without --time: what was found by then is found again.
function commandOf(file: string, { vary, find = [], seed, ...flags }: PlanFlags & CommandFlags): string {
  const words = [
    ['vary', vary.map(({ path, values }) => `${path}=${JSON.stringify(values)}`)],
    ['sample', flags.sample === undefined ? [] : [String(flags.sample)]],
    ['for', flags.for === undefined ? [] : [flags.for.text]],
    ['find', find],
    ['budget', flags.budget === undefined ? [] : [String(flags.budget)]],
    ['replications', flags.replications === undefined ? [] : [String(flags.replications)]],
    ['precision', flags.precision === undefined ? [] : [String(flags.precision)]],
    ['seed', seed === undefined ? [] : [seed]],
  ] as const;
  const options = words.flatMap(([name, values]) => values.map((value) => `--${name} ${shellWord(value)}`));
  return ['millrace plan', shellWord(file), ...options].join(' ');
}

interface CommandFlags {
  readonly find?: readonly PlanQuestion[] | undefined;
  readonly seed?: string | undefined;
}

function specOf({
  vary,
  for: wanted,
  budget: sum,
  replications,
  precision: width,
  sample,
}: PlanFlags): Partial<PlanSpec> {
  return {
    ...(sample === undefined ? {} : { sample }),
    ...(vary.length === 0 ? {} : { vary }),
    ...(wanted === undefined ? {} : { goal: wanted }),
    ...(sum === undefined ? {} : { fund: { budget: sum } }),
    ...(replications === undefined ? {} : { replications, mostReplications: 50 * replications }),
    ...(width === undefined ? {} : { precision: width }),
  };
}

// A goal that is missed is an answer; what could not be asked is none.
function exitCodeOf({ result }: MadePlan): ExitCode {
  return result.ended === 'interrupted' ? EXIT.interrupted : EXIT.asExpected;
}

function factors(text: string, before: readonly Factor[]): readonly Factor[] {
  const at = text.indexOf('=');
  const [path, list] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  const values = rangeValues(list) ?? listed(list);
  if (at > 0 && values !== undefined) return [...before, { path, values }];
  throw new InvalidArgumentError(`Expected PATH=VALUES: ${RANGE_RULE}.`);
}

function listed(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = parse(text);
    return Array.isArray(value) && value.length > 0 ? value : undefined;
  } catch {
    return undefined;
  }
}

function goal(text: string): PlanSpec['goal'] {
  const found = parseExpectation(text);
  if (found !== undefined && (isMetricName(found.metric) || found.metric in PLANNING_METRICS)) return found;
  throw new InvalidArgumentError('Expected METRIC RELATION NUMBER, such as "success_rate >= 99%".');
}

function questions(text: string, before: readonly PlanQuestion[] = []): readonly PlanQuestion[] {
  const found = PLAN_QUESTIONS.find((question) => question === text);
  if (found !== undefined) return [...before, found];
  throw new InvalidArgumentError(`Expected one of ${PLAN_QUESTIONS.join(', ')}.`);
}

function budget(text: string): bigint {
  const amount = parseAmount(text);
  if (amount !== undefined && amount > 0n) return amount;
  throw new InvalidArgumentError('Expected an amount of at least 1, in smallest units.');
}

function precision(text: string): number {
  const width = readPrecision(text);
  if (width !== undefined) return width;
  throw new InvalidArgumentError('Expected a width above 0, such as 0.01 or 1%.');
}
