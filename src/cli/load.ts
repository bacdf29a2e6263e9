import { dirname } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { compareLoads, type LoadShape, requireBaseline } from '../checks/performance/compare-loads.ts';
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
import { resolvedFigures } from '../model/load/resolved-counts.ts';
import type { LoadRun, Run } from '../model/run/run.ts';
import type { Scenario } from '../model/scenario/scenario.ts';
import { parseCapacityConditions } from './options/capacity-conditions.ts';
import { type CommandContext, examples } from './command.ts';
import { concludeRun } from './keep/conclude-run.ts';
import { chosenEngine, engineOption, exportOption, MOST_PARTS, shardOf } from './options/engine-options.ts';
import { type ExecutorFlags, refuseBesideSearch, specOf } from './options/executor-flags.ts';
import { countUpTo, numberUpTo } from './options/numbers.ts';
import { exportLoad } from './k6/k6-export.ts';
import { keepLoad } from './keep/keep-load.ts';
import { listedNodes } from './nodes/listed-nodes.ts';
import { loadAnnouncement } from './terminal/load-announcement.ts';
import { loadScenario } from './files/scenario-file.ts';
import { metricsOption } from './options/metrics-option.ts';
import {
  acceptUnknownOption,
  deadlineOption,
  jsonOption,
  noProgressOption,
  outOption,
  seedOption,
} from './options/options.ts';
import { openFilesLimit, openFilesWarning } from './terminal/open-files.ts';
import { requireWritableFolder } from './files/output-file.ts';
import { scenarioFolderOf } from './run-folder/run-folder.ts';
import { readRun } from './run-folder/run-reader.ts';
import { searchCapacity } from './search-capacity.ts';
import { requireOwnTargets } from './nodes/target-gate.ts';
import { withTraces } from './files/trace-file.ts';

// A month.
const MOST_SECONDS = 30 * 24 * 60 * 60;

/** `millrace load`: the scenario's payments at a rate, against nodes that exist. */
export function loadCommand(context: CommandContext) {
  const { terminal, env, conclude } = context;
  return new Command('load')
    .description('put payments on nodes over their REST API at a rate, and judge every answer')
    .argument('<scenario>', 'scenario file (YAML or JSON)')
    .option('--nodes <file>', 'node list: node name to base URL, see docs/command-line.md')
    .option('--sandbox', 'start simulated nodes behind HTTP, load them, stop them', false)
    .option('--use-existing', 'take the channels that exist instead of opening those of the scenario', false)
    .option('--rate <per-second>', 'payments per second, whatever the answers', numberUpTo(HIGHEST_RATE))
    .option('--duration <seconds>', 'how long payments start', numberUpTo(MOST_SECONDS))
    .option('--vus <number>', 'payments in flight: each end starts the next', countUpTo(MOST_IN_FLIGHT))
    .option('--iterations <number>', 'how many payments in all', countUpTo(MOST_PAYMENTS))
    .option('--trace <file>', 'recorded payments: a run folder, its outcomes.ndjson, or CSV')
    .option('--speed <factor>', 'how many times as fast as the trace was recorded', numberUpTo(HIGHEST_SPEED))
    .option(
      '--find-capacity <conditions>',
      "search the highest rate that keeps these, such as 'p(99)<2s, payments_succeeded>0.99'",
    )
    .option('--baseline <run>', 'folder of an earlier load: fail when this one is worse')
    .addOption(metricsOption())
    .option('--i-own-this-target', 'allow nodes that are not on this machine', false)
    .addOption(engineOption())
    .option(
      '--parallelism <number>',
      'k6: divide the load among this many processes or pods',
      countUpTo(MOST_PARTS),
    )
    .option(
      '--shard <i/n>',
      'only the i-th of n parts of the load; join the parts with millrace report',
      shardOf,
    )
    .addOption(exportOption())
    .addOption(seedOption())
    .addOption(deadlineOption())
    .addOption(outOption())
    .addOption(acceptUnknownOption())
    .addOption(jsonOption())
    .addOption(noProgressOption())
    .addHelpText(
      'after',
      examples({
        'millrace load scenarios/demo.yaml --sandbox --rate 100 --duration 30': 'an open loop',
        'millrace load scenarios/demo.yaml --sandbox --vus 20 --duration 30': 'a closed loop',
        'millrace load scenarios/demo.yaml --nodes nodes.yaml': "the scenario's own executors or traffic",
        'millrace load scenarios/demo.yaml --sandbox --trace day.csv --speed 60':
          'payments recorded elsewhere',
        "millrace load scenarios/load-hub.yaml --sandbox --find-capacity 'payments_succeeded>0.99'":
          'how many payments per second it takes',
      }),
    )
    .action(async (file, options) => {
      const { nodes, sandbox, useExisting, seed, out, json, progress, acceptUnknown, shard } = options;
      const scenario = loadScenario(file, { seed, isForNodes: true });
      if ((nodes === undefined) === !sandbox)
        throw new InputError({
          message: 'a load needs nodes to put it on: give either --nodes FILE or --sandbox',
          hint: 'With --sandbox Millrace serves the scenario itself and loads that.',
        });
      const spec = specFrom(scenario, file, options);
      if (options.export !== undefined) {
        const { targets } = listedNodes(requiredNodes(nodes), scenario, env);
        await exportLoad({ scenario, spec, targets, ...options, format: options.export, terminal });
        return;
      }
      const engine = chosenEngine(options, env);
      terminal.note(`${scenario.name}: seed ${scenario.seed}\n`);
      const listed = sandbox ? undefined : listedNodes(requiredNodes(nodes), scenario, env);
      const urls = Object.values(listed?.targets ?? {}).map(({ baseUrl }) => baseUrl);
      requireOwnTargets(urls, { owned: options.iOwnThisTarget });
      requireWritableFolder(scenarioFolderOf(out, scenario));
      if (options.findCapacity !== undefined) {
        const conditions = parseCapacityConditions(options.findCapacity);
        const { rate: startRate, duration: probeSeconds } = options;
        const asked = { conditions, startRate, probeSeconds, deadlineMs: spec.deadlineMs };
        const target = { scenario, targets: listed?.targets, useExisting };
        conclude(await searchCapacity({ ...target, ...asked, out, json, progress, terminal }));
        return;
      }
      const baseline = readBaseline(options.baseline, { scenario, executors: spec.executors });
      const part = shard === undefined ? {} : { shard };
      const outlook = loadOutlook(scenario, spec, shard);
      terminal.note(loadAnnouncement(outlook, scenario));
      terminal.note(openFilesWarning(spec, outlook, { limit: openFilesLimit(), sandbox }));
      const served = sandbox ? await startSandbox({ scenario, speed: 1 }) : undefined;
      try {
        const targets = served?.targets ?? listed?.targets ?? {};
        const tokens = listed?.tokens ?? {};
        const asked = { scenario, spec, targets, tokens, useExisting, ...(engine && { engine }), ...part };
        const kept = await keepLoad({ out, terminal, progress }, options.metrics, async (hooks) =>
          withBaseline(await load({ ...asked, ...hooks }), baseline),
        );
        concludeRun(kept, context, { json, acceptUnknown });
      } finally {
        await served?.stop();
      }
    });
}

function specFrom(
  scenario: Scenario,
  file: string,
  options: ExecutorFlags & { readonly findCapacity?: string | undefined },
): LoadSpec {
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

// Before anything is started. Throws InputError when the baseline says nothing.
function readBaseline(folder: string | undefined, current: LoadShape): Run | undefined {
  if (folder === undefined) return undefined;
  const baseline = readRun(folder);
  requireBaseline(baseline, current);
  return baseline;
}

// The load with what became worse since its baseline.
function withBaseline(run: LoadRun, baseline: Run | undefined): LoadRun {
  if (baseline?.load === undefined) return run;
  const comparison = compareLoads({
    baseline: resolvedFigures(baseline.load.aggregate, baseline.records),
    current: resolvedFigures(run.load.aggregate, run.records),
  });
  return { ...run, load: { ...run.load, baseline: comparison } };
}
