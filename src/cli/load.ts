import { dirname } from 'node:path';
import { compareLoads, type LoadShape, requireBaseline } from '../verdict/performance/compare-loads.ts';
import { load } from '../jobs/load/load.ts';
import { loadOutlook, type LoadOutlookPart } from '../jobs/load/load-outlook.ts';
import { settleSteps } from '../jobs/settle/settle-steps.ts';
import { startSandbox } from '../jobs/sandbox.ts';
import type { LoadSpec } from '../model/scenario/load-spec.ts';
import { resolvedFigures } from '../model/load/resolved-counts.ts';
import type { LoadRun, Run } from '../model/run/run.ts';
import type { Scenario } from '../model/scenario/scenario.ts';
import { saveHelperThreads } from '../runtime/v8-flags.ts';
import {
  EXECUTOR_OPTIONS,
  LOAD_RULES,
  type ExecutorFlags,
  MOST_PARTS,
  parseCapacityConditions,
  specOf,
} from './options/load-options.ts';
import { watching } from './live/live.ts';
import { declareCommand } from './command.ts';
import { concludeRun } from './run-folder/conclude-run.ts';
import { countUpTo, listenAddress } from './options/numbers.ts';
import { exportLoad } from './k6/k6-export.ts';
import { keepLoad } from './run-folder/keep-load.ts';
import { heardNodes, listedNodes, requireOwnTargets } from './nodes/node-list.ts';
import { loadScenario, withTraces } from './files/scenario-file.ts';
import {
  allowHostOption,
  buildOf,
  buildOption,
  flag,
  JUDGING_OPTIONS,
  oneOf,
  SCENARIO,
  seedOption,
  text,
  useExistingOption,
  value,
} from './options/option.ts';
import { mostInFlight, openFilesLimit, openFilesWarning } from './terminal/open-files.ts';
import { requireWritableFolder } from './files/output-file.ts';
import { scenarioFolderOf } from './run-folder/run-folder.ts';
import { readRun } from './run-folder/run-reader.ts';
import { searchCapacity } from './search-capacity.ts';
import type { Amount } from '../model/network/amount.ts';
import { amountText, counted, durationText, readable } from '../report/words/number-format.ts';

/** `millrace load`: the scenario's payments at a rate, against nodes that exist. */
export const loadCommand = declareCommand({
  name: 'load',
  says: 'send payments to nodes over their REST API at a given rate, and check every answer',
  arguments: [SCENARIO],
  options: {
    nodes: text('<file>', 'node list: node name to base URL, see docs/command-line.md'),
    sandbox: flag('start simulated nodes behind HTTP, load them, stop them'),
    useExisting: useExistingOption,
    ...EXECUTOR_OPTIONS,
    findCapacity: text(
      '<conditions>',
      "search the highest rate that keeps these, such as 'p(99)<2s, payments_succeeded>0.99'",
    ),
    baseline: text('<run>', 'folder of an earlier load: fail when this one is worse'),
    metrics: value(
      '<[host]:port>',
      'serve the running load for Prometheus at /metrics; loopback unless a host is given',
      listenAddress,
    ),
    allowHost: allowHostOption,
    iOwnThisTarget: flag('allow nodes that are not on this machine'),
    parallelism: value('<number>', 'k6: divide the load among this many processes', countUpTo(MOST_PARTS)),
    export: oneOf('<format>', 'write the load as files for a k6 that is not started from here', ['k6']),
    build: buildOption,
    seed: seedOption,
    ...JUDGING_OPTIONS,
  },
  rules: [
    {
      oneOf: ['nodes', 'sandbox'],
      what: 'a load needs nodes to put it on',
      hint: 'With --sandbox Millrace serves the scenario itself and loads that.',
    },
    {
      option: 'export',
      needs: ['nodes'],
      message: 'a plan names the addresses of nodes that outlive this command: give --nodes FILE',
      hint: 'A sandbox to try it on: millrace serve SCENARIO --write-nodes nodes.yaml.',
    },
    ...LOAD_RULES,
  ],
  examples: {
    'millrace load scenarios/demo.yaml --sandbox --rate 100 --duration 30': 'an open loop',
    'millrace load scenarios/demo.yaml --sandbox --vus 20 --duration 30': 'a closed loop',
    'millrace load scenarios/demo.yaml --nodes nodes.yaml': "the scenario's own executors or traffic",
    'millrace load scenarios/demo.yaml --sandbox --trace day.csv --speed 60': 'payments recorded elsewhere',
    "millrace load scenarios/load-hub.yaml --sandbox --find-capacity 'payments_succeeded>0.99'":
      'how many payments per second it takes',
  },
  async run(context, options, file) {
    saveHelperThreads();
    const { terminal, env, conclude } = context;
    const { nodes, sandbox, useExisting, seed, out, json, progress, acceptUnknown } = options;
    const scenario = await settleSteps(loadScenario(file, { seed, isForNodes: true }));
    const spec = specFrom(scenario, file, options);
    const list = nodes === undefined ? undefined : listedNodes(nodes, scenario, env);
    if (options.export !== undefined && list !== undefined) {
      await exportLoad({ scenario, spec, ...list, ...options, terminal });
      return;
    }
    terminal.note(`${scenario.name}: seed ${scenario.seed}\n`);
    if (nodes !== undefined && list !== undefined && !options.iOwnThisTarget)
      requireOwnTargets(nodes, list.targets);
    const listed = list && (await heardNodes(list, context));
    requireWritableFolder(scenarioFolderOf(out, scenario));
    if (options.findCapacity !== undefined) {
      const conditions = parseCapacityConditions(options.findCapacity);
      const { rate: startRate, duration: probeSeconds } = options;
      const settings = { conditions, startRate, probeSeconds, deadlineMs: spec.deadlineMs };
      const target = { scenario, targets: listed?.targets, useExisting };
      const keeping = { out, terminal, progress, watching: watching(options, context) };
      conclude(await searchCapacity({ ...target, ...settings, ...keeping, json }));
      return;
    }
    const baseline = readBaseline(options.baseline, { scenario, executors: spec.executors });
    const outlook = loadOutlook(scenario, spec);
    terminal.note(loadAnnouncement(outlook, scenario));
    terminal.note(openFilesWarning(mostInFlight(spec, outlook), { limit: openFilesLimit(), sandbox }));
    const served = sandbox ? await startSandbox({ scenario, speed: 1 }) : undefined;
    try {
      const targets = served?.targets ?? listed?.targets ?? {};
      const tokens = listed?.tokens ?? {};
      const build = buildOf(options.build, env);
      const origin = { build, nodesVersion: listed?.nodesVersion, ...(served && { sandbox: true }) };
      const asked = { scenario, spec, targets, tokens, useExisting, ...origin };
      const metrics = options.metrics && { ...options.metrics, allowedHosts: options.allowHost };
      const keeping = { out, terminal, progress, watching: watching(options, context) };
      const durationMs = Math.max(0, ...outlook.map((part) => part.durationMs));
      const kept = await keepLoad(keeping, { metrics, durationMs }, async (hooks) =>
        withBaseline(await load({ ...asked, command: context.line, ...hooks }), baseline),
      );
      concludeRun(kept, context, { json, acceptUnknown, scenarioFile: file });
    } finally {
      await served?.stop();
    }
  },
});

function specFrom(
  scenario: Scenario,
  file: string,
  options: ExecutorFlags & { readonly findCapacity?: string | undefined },
): LoadSpec {
  if (options.findCapacity !== undefined) return specOf(scenario, { deadline: options.deadline });
  const folder = options.trace === undefined ? dirname(file) : '.';
  return withTraces(specOf(scenario, options), { scenario, folder });
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

/** Rate, duration and money of a load, said before it starts; a line per executor. */
export function loadAnnouncement(outlook: readonly LoadOutlookPart[], scenario: Scenario): string {
  const lines = outlook.map((part) => `  ${part.name}: ${partText(part, scenario)}\n`);
  return `About to load:\n${lines.join('')}`;
}

function partText(part: LoadOutlookPart, scenario: Scenario): string {
  const { payments, ratePerSecond, busiestSecond, users, durationMs, amounts, meanAmount } = part;
  const about = part.isEstimated === true ? 'about ' : '';
  const atRate = `${payments === undefined ? '' : 'at '}${readable(ratePerSecond ?? 0)}/s`;
  const busiest = busiestSecond === undefined ? '' : ` (${readable(busiestSecond)} in the busiest second)`;
  const pieces = [
    ...(payments === undefined ? [] : [counted(Math.round(payments), 'payment')]),
    ...(ratePerSecond === undefined ? [] : [atRate + busiest]),
    ...(users === undefined ? [] : [`by ${counted(users, 'virtual user')}`]),
    ...(durationMs === 0
      ? []
      : [`${users !== undefined && payments !== undefined ? 'within' : 'for'} ${durationText(durationMs)}`]),
  ];
  const money = [...amounts].map(([token, amount]) => tokenAmount(amount, token, scenario));
  if (money.length > 0) return `${pieces.join(' ')}, moving ${about}${money.join(' and ')}`;
  if (meanAmount === undefined) return pieces.join(' ');
  const token = scenario.tokens[0]?.name ?? '';
  return `${pieces.join(' ')}, about ${tokenAmount(BigInt(Math.round(meanAmount)), token, scenario)} each, as many as get through`;
}

function tokenAmount(amount: Amount, token: string, scenario: Scenario): string {
  const decimals = scenario.tokens.find(({ name }) => name === token)?.decimals ?? 0;
  return `${amountText(amount, decimals)} ${token}`;
}
