import { dirname } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { load } from '../jobs/load/load.ts';
import { loadOutlook } from '../jobs/load/load-outlook.ts';
import { startSandbox } from '../jobs/sandbox.ts';
import { InputError } from '../errors.ts';
import {
  HIGHEST_RATE,
  HIGHEST_SPEED,
  type LoadSpec,
  MOST_IN_FLIGHT,
  MOST_PAYMENTS,
} from '../model/scenario/load-spec.ts';
import type { Scenario } from '../model/scenario/scenario.ts';
import { baselineOption, readBaseline, withBaseline } from './options/baseline-option.ts';
import { parseCapacityConditions } from './options/capacity-conditions.ts';
import type { CommandContext } from './command-context.ts';
import { exitCodeOf, showRun } from './keep/conclude-run.ts';
import {
  chosenEngine,
  engineOption,
  exportOption,
  parallelismOption,
  shardOption,
} from './options/engine-options.ts';
import { examples } from './examples.ts';
import { type ExecutorFlags, refuseBesideSearch, specOf } from './options/executor-flags.ts';
import { countOption, numberOption } from './options/numbers.ts';
import { exportLoad } from './k6/k6-export.ts';
import { keepLoad } from './keep/keep-load.ts';
import { listedNodes } from './nodes/listed-nodes.ts';
import { loadAnnouncement } from './terminal/load-announcement.ts';
import { loadScenario } from './files/scenario-file.ts';
import { metricsOption } from './options/metrics-option.ts';
import { deadlineOption, jsonOption, noProgressOption, outOption, seedOption } from './options/options.ts';
import { openFilesLimit, openFilesWarning } from './terminal/open-files.ts';
import { requireWritableFolder } from './files/output-file.ts';
import { scenarioFolderOf } from './run-folder/run-folder.ts';
import { DEFAULT_PROBE_SECONDS, DEFAULT_START_RATE, searchCapacity } from './search-capacity.ts';
import { requireOwnTargets } from './nodes/target-gate.ts';
import { withTraces } from './files/trace-file.ts';

// A month.
const MOST_SECONDS = 30 * 24 * 60 * 60;

/** `millrace load`: the scenario's payments at a rate, against nodes that exist. */
export function loadCommand({ terminal, env, conclude }: CommandContext) {
  return new Command('load')
    .description('put payments on nodes over their REST API at a rate, and judge every answer')
    .argument('<scenario>', 'scenario file (YAML or JSON)')
    .option('--nodes <file>', 'node list: node name to base URL, see docs/command-line.md')
    .option('--sandbox', 'start simulated nodes behind HTTP, load them, stop them', false)
    .option('--use-existing', 'take the channels that exist instead of opening those of the scenario', false)
    .addOption(
      numberOption('--rate <per-second>', {
        description: 'payments per second, whatever the answers',
        most: HIGHEST_RATE,
      }),
    )
    .addOption(
      numberOption('--duration <seconds>', { description: 'how long payments start', most: MOST_SECONDS }),
    )
    .addOption(
      countOption('--vus <number>', {
        description: 'payments in flight: each end starts the next',
        most: MOST_IN_FLIGHT,
      }),
    )
    .addOption(
      countOption('--iterations <number>', { description: 'how many payments in all', most: MOST_PAYMENTS }),
    )
    .option('--trace <file>', 'recorded payments: a run folder, its outcomes.ndjson, or CSV')
    .addOption(
      numberOption('--speed <factor>', {
        description: 'how many times as fast as the trace was recorded',
        most: HIGHEST_SPEED,
      }),
    )
    .option(
      '--find-capacity <conditions>',
      "search the highest rate that keeps these, such as 'p(99)<2s, payments_succeeded>0.99'",
    )
    .addOption(baselineOption())
    .addOption(metricsOption())
    .option('--i-own-this-target', 'allow nodes that are not on this machine', false)
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
        ['millrace load scenarios/demo.yaml --sandbox --vus 20 --duration 30', 'a closed loop'],
        ['millrace load scenarios/demo.yaml --nodes nodes.yaml', "the scenario's own executors or traffic"],
        [
          'millrace load scenarios/demo.yaml --sandbox --trace day.csv --speed 60',
          'payments recorded elsewhere',
        ],
        [
          "millrace load scenarios/load-hub.yaml --sandbox --find-capacity 'payments_succeeded>0.99'",
          'how many payments per second it takes',
        ],
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
      const spec = specFrom({ scenario, file, options });
      if (options.export !== undefined) {
        const { targets } = listedNodes({ file: requiredNodes(nodes), scenario, env });
        await exportLoad({ scenario, spec, targets, ...options, format: options.export, terminal });
        return;
      }
      const engine = chosenEngine({ ...options, env });
      terminal.note(`${scenario.name}: seed ${scenario.seed}\n`);
      const listed = sandbox ? undefined : listedNodes({ file: requiredNodes(nodes), scenario, env });
      const urls = Object.values(listed?.targets ?? {}).map(({ baseUrl }) => baseUrl);
      requireOwnTargets(urls, { owned: options.iOwnThisTarget });
      requireWritableFolder(scenarioFolderOf({ out, scenario: scenario.name }));
      if (options.findCapacity !== undefined) {
        const conditions = parseCapacityConditions(options.findCapacity);
        const { rate: startRate, duration: probeSeconds } = options;
        const { deadlineMs } = spec;
        const target = { scenario, targets: listed?.targets, useExisting };
        const asked = { conditions, startRate, probeSeconds, deadlineMs };
        terminal.note(
          `Probes of ${probeSeconds ?? DEFAULT_PROBE_SECONDS} s each, from ${startRate ?? DEFAULT_START_RATE}/s.\n`,
        );
        conclude(await searchCapacity({ ...target, ...asked, out, json, progress, terminal }));
        return;
      }
      const baseline = readBaseline(options.baseline, { scenario, executors: spec.executors });
      const outlook = loadOutlook(scenario, spec, shard);
      terminal.note(loadAnnouncement(outlook, scenario));
      terminal.note(openFilesWarning({ spec, outlook, limit: openFilesLimit(), sandbox }));
      const served = sandbox ? await startSandbox({ scenario, speed: 1 }) : undefined;
      try {
        const targets = served?.targets ?? listed?.targets ?? {};
        const kept = await keepLoad({
          out,
          terminal,
          progress,
          metrics: options.metrics,
          job: async (hooks) => {
            const run = await load({
              scenario,
              spec,
              targets,
              tokens: listed?.tokens ?? {},
              useExisting,
              ...(engine === undefined ? {} : { engine }),
              ...(shard === undefined ? {} : { shard }),
              ...hooks,
            });
            return withBaseline(run, baseline);
          },
        });
        showRun({ terminal, kept, json });
        conclude(exitCodeOf(kept.run));
      } finally {
        await served?.stop();
      }
    });
}

function specFrom({
  scenario,
  file,
  options,
}: {
  readonly scenario: Scenario;
  readonly file: string;
  readonly options: ExecutorFlags & { readonly findCapacity?: string | undefined };
}): LoadSpec {
  if (options.findCapacity !== undefined) {
    refuseBesideSearch(options);
    return specOf(scenario, { deadline: options.deadline });
  }
  const folder = options.trace === undefined ? dirname(file) : '.';
  return withTraces(specOf(scenario, options), { scenario, folder });
}

function requiredNodes(nodes: string | undefined): string {
  if (nodes !== undefined) return nodes;
  throw new InputError({
    message: 'a plan names the addresses of nodes that outlive this command: give --nodes FILE',
    hint: 'A sandbox to try it on: millrace serve SCENARIO --write-nodes nodes.yaml.',
  });
}
