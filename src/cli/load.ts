import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { load } from '../jobs/load.ts';
import { startSandbox } from '../jobs/sandbox.ts';
import { InputError } from '../model/errors.ts';
import {
  DEFAULT_GRACEFUL_STOP_MS,
  DEFAULT_LOAD_DEADLINE_MS,
  DEFAULT_MAX_DURATION_MS,
  type ExecutorSettings,
  type ExecutorSpec,
  type LoadSpec,
  MOST_IN_FLIGHT,
} from '../model/load-spec.ts';
import type { Scenario } from '../model/scenario.ts';
import type { CommandContext } from './command-context.ts';
import { exitCodeOf, showRun } from './conclude-run.ts';
import {
  chosenEngine,
  engineOption,
  exportOption,
  parallelismOption,
  shardOption,
} from './engine-options.ts';
import { examples } from './examples.ts';
import { exportLoad } from './export-load.ts';
import { keepLoad } from './keep-load.ts';
import { listedTargets } from './listed-targets.ts';
import { loadScenario } from './load-scenario.ts';
import { deadlineOption, jsonOption, noProgressOption, outOption, seedOption } from './options.ts';

/** `millrace load`: the scenario's payments at a rate, against nodes that exist. */
export function loadCommand({ terminal, env, conclude }: CommandContext) {
  return new Command('load')
    .description('put payments on nodes over their REST API at a rate, and judge every answer')
    .argument('<scenario>', 'scenario file (YAML or JSON)')
    .option('--nodes <file>', 'node list: node name to base URL, see docs/command-line.md')
    .option('--sandbox', 'start simulated nodes behind HTTP, load them, stop them', false)
    .option('--use-existing', 'take the channels that exist instead of opening those of the scenario', false)
    .addOption(numberOption('--rate <per-second>', 'payments per second, whatever the answers'))
    .addOption(numberOption('--duration <seconds>', 'how long payments start'))
    .addOption(numberOption('--vus <number>', 'payments in flight: each end starts the next'))
    .addOption(numberOption('--iterations <number>', 'how many payments in all'))
    .addOption(engineOption())
    .addOption(parallelismOption())
    .addOption(shardOption())
    .addOption(exportOption())
    .addOption(seedOption())
    .addOption(deadlineOption())
    .addOption(outOption())
    .addOption(jsonOption())
    .addOption(noProgressOption())
    .addHelpText(
      'after',
      examples([
        ['millrace load scenarios/demo.yaml --sandbox --rate 100 --duration 30', 'an open loop'],
        ['millrace load scenarios/demo.yaml --nodes nodes.yaml', "the scenario's own executors or traffic"],
      ]),
    )
    .action(async (file, options) => {
      const { nodes, sandbox, useExisting, seed, out, json, progress, shard } = options;
      const scenario = loadScenario(file, { seed });
      if ((nodes === undefined) === !sandbox)
        throw new InputError({
          message: 'a load needs nodes to put it on: give either --nodes FILE or --sandbox',
          hint: 'With --sandbox Millrace serves the scenario itself and loads that.',
        });
      const spec = specOf(scenario, options);
      if (options.export !== undefined) {
        const targets = listedTargets({ file: requiredNodes(nodes), scenario, env });
        await exportLoad({ scenario, spec, targets, ...options, format: options.export, terminal });
        return;
      }
      const engine = chosenEngine({ ...options, env });
      terminal.note(`${scenario.name}: seed ${scenario.seed}\n`);
      const served = sandbox
        ? await startSandbox({ scenario, speed: 1, basePort: 0, pathFindingPort: 0 })
        : undefined;
      try {
        const targets = served?.targets ?? listedTargets({ file: nodes as string, scenario, env });
        const kept = await keepLoad({
          out,
          terminal,
          progress,
          job: (hooks) =>
            load({
              scenario,
              spec,
              targets,
              useExisting,
              ...(engine === undefined ? {} : { engine }),
              ...(shard === undefined ? {} : { shard }),
              ...hooks,
            }),
        });
        showRun({ terminal, kept, json });
        conclude(exitCodeOf(kept.run));
      } finally {
        await served?.stop();
      }
    });
}

function requiredNodes(nodes: string | undefined): string {
  if (nodes !== undefined) return nodes;
  throw new InputError({
    message: 'a plan names the addresses of nodes that outlive this command: give --nodes FILE',
    hint: 'A sandbox to try it on: millrace serve SCENARIO --write-nodes nodes.yaml.',
  });
}

interface SpecFlags {
  readonly rate?: number | undefined;
  readonly duration?: number | undefined;
  readonly vus?: number | undefined;
  readonly iterations?: number | undefined;
  readonly deadline?: number | undefined;
}

// Flags make one executor and replace the scenario's; its thresholds stay.
function specOf(scenario: Scenario, flags: SpecFlags): LoadSpec {
  const { deadline, ...shape } = flags;
  const asked = scenario.load ?? { executors: [], thresholds: [], deadlineMs: DEFAULT_LOAD_DEADLINE_MS };
  const settings = settingsOf(shape);
  const executor: readonly ExecutorSpec[] =
    settings === undefined
      ? asked.executors
      : [{ name: 'flags', startMs: 0, gracefulStopMs: DEFAULT_GRACEFUL_STOP_MS, ...settings }];
  const deadlineMs = deadline === undefined ? asked.deadlineMs : deadline * 1000;
  return { ...asked, executors: executor, deadlineMs };
}

function settingsOf({ rate, duration, vus, iterations }: SpecFlags): ExecutorSettings | undefined {
  const durationMs = duration === undefined ? undefined : duration * 1000;
  if (rate !== undefined && durationMs !== undefined)
    return { kind: 'constant-arrival-rate', rate, timeUnitMs: 1000, durationMs, maxVus: MOST_IN_FLIGHT };
  if (iterations !== undefined)
    return {
      kind: 'shared-iterations',
      vus: vus ?? 1,
      iterations,
      maxDurationMs: durationMs ?? DEFAULT_MAX_DURATION_MS,
    };
  if (durationMs !== undefined) return { kind: 'constant-vus', vus: vus ?? 1, durationMs };
  if (rate === undefined && vus === undefined) return undefined;
  throw new InputError({
    message: `${rate === undefined ? '--vus' : '--rate'} does not say how long`,
    hint: 'Give --duration as well, or --vus with --iterations.',
  });
}

function numberOption<const Flags extends string>(flags: Flags, description: string) {
  return new Option(flags, description).argParser((text): number => {
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (value > 0) return value;
    throw new InvalidArgumentError('Expected a number above 0.');
  });
}
