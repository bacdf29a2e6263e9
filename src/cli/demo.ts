import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { replay } from '../jobs/replay/replay.ts';
import { startSandbox } from '../jobs/sandbox.ts';
import { simulate } from '../jobs/simulate.ts';
import type { StoredRun } from '../model/run/run.ts';
import type { Scenario } from '../model/scenario/scenario.ts';
import { RealClock } from '../runtime/real-clock.ts';
import { declareCommand, EXIT } from './command.ts';
import { exitCodeOf } from './run-folder/conclude-run.ts';
import { type Keeping, keepRun, type KeptRun } from './run-folder/keep-run.ts';
import { DEMO_SCENARIO, loadScenario } from './files/scenario-file.ts';
import { fileBeside, readInputFile } from './files/input-file.ts';
import { parseExpectation } from '../model/scenario/expectation.ts';
import { withoutUndefined } from '../model/without-undefined.ts';
import { planAnswer } from '../report/plan/plan-answer.ts';
import { keepPlan } from './plan/keep-plan.ts';
import { workerPool } from './plan/worker-pool.ts';
import { outOption, progressOption } from './options/option.ts';
import { RUN_FILES } from './run-folder/run-files.ts';
import { PLAN_FILES } from './run-folder/run-folder.ts';
import type { Terminal } from './terminal/terminal.ts';

// Fast enough for half a minute, slow enough that one message still outlasts a wall timer's error.
const DEMO_SPEED = 100;
const DEMO_GOAL = 'success_rate >= 95%';

/** `millrace demo`: simulate, serve, replay, compare and plan, once, with a word on each. */
export const demoCommand = declareCommand({
  name: 'demo',
  says: 'simulate, serve, replay, compare and plan a shipped scenario in a minute, and name the reports to open',
  arguments: [],
  options: { out: outOption, progress: progressOption },
  examples: {
    'millrace demo': 'what `npm start` runs',
    'millrace demo --out /tmp/reports': 'with its reports elsewhere',
  },
  async run({ terminal, conclude }, { out, progress }) {
    const scenario = loadScenario(DEMO_SCENARIO);
    const keeping = { out, terminal, progress };
    const simulated = await demoSimulation(scenario, keeping);
    const replayed = simulated.run.partial ? undefined : await demoReplay(scenario, keeping);
    if (replayed) tellComparison(terminal, replayed.run);
    const shownRun = replayed ?? simulated;
    const report = join(shownRun.folder, RUN_FILES.report);
    const plan = replayed && (await demoPlan(scenario, keeping));
    if (plan !== undefined) terminal.out(`\nThe replay: ${relative('.', report)}`);
    const page = plan ?? report;
    terminal.out(`\nOpen the ${plan ? 'plan' : 'report'}: ${relative('.', page)}\n`);
    terminal.out(`  ${pathToFileURL(page).href}\n`);
    const codes = [exitCodeOf(simulated.run, simulated), exitCodeOf(shownRun.run, shownRun)];
    conclude(codes.find((code) => code !== EXIT.asExpected) ?? EXIT.asExpected);
  },
});

async function demoSimulation(scenario: Scenario, keeping: Keeping): Promise<KeptRun> {
  const { terminal } = keeping;
  terminal.out(`The question: ${scenario.question}\n\n`);
  const clock = new RealClock();
  const kept = await keepRun(keeping, 'simulating', (hooks) => simulate({ scenario, ...hooks }));
  const { run } = kept;
  const { metrics } = kept.figures;
  terminal.out(
    `1  simulate  seed ${scenario.seed}: ${run.start.order} nodes, ${run.start.size} channels; ` +
      `${metrics['succeeded'] ?? 0} of ${metrics['payments'] ?? 0} payments succeeded ` +
      `(${seconds(metrics['duration_s'] ?? 0)} s of network time in ${seconds(clock.nowMs() / 1000)} s)\n`,
  );
  return kept;
}

async function demoReplay(scenario: Scenario, keeping: Keeping): Promise<KeptRun> {
  const sandbox = await startSandbox({ scenario, speed: DEMO_SPEED });
  const { terminal } = keeping;
  try {
    const urls = Object.values(sandbox.targets);
    terminal.out(
      `2  serve     the same network as ${urls.length} HTTP nodes, ${urls[0] ?? ''} and so on; path finding at ${sandbox.pathFindingUrl}\n`,
    );
    const clock = new RealClock();
    let requests = 0;
    const { targets } = sandbox;
    const driven = { pace: 'sequential', speed: DEMO_SPEED, useExisting: false } as const;
    const asked = { scenario, targets, sandbox: true, ...driven };
    const kept = await keepRun(keeping, 'replaying', (hooks) =>
      replay({
        ...asked,
        ...hooks,
        onExchange(exchange) {
          requests += 1;
          hooks.onExchange(exchange);
        },
      }),
    );
    terminal.out(
      `3  replay    the same ${kept.run.records.length} operations over HTTP: ` +
        `${requests} requests in ${seconds(clock.nowMs() / 1000)} s\n`,
    );
    return kept;
  } finally {
    await sandbox.stop();
  }
}

function tellComparison(terminal: Terminal, { comparison }: StoredRun): void {
  const result = comparison
    ? `${comparison.counts.agrees} of ${comparison.operations.length} operations agree with the simulation; ${comparison.differences} differences`
    : 'interrupted before the comparison';
  terminal.out(`4  compare   ${result}\n`);
}

// A few simulations for each deposit, and one question. Returns the page.
async function demoPlan(scenario: Scenario, keeping: Keeping): Promise<string> {
  const text = readInputFile(DEMO_SCENARIO, 'a scenario in YAML or JSON');
  const source = { file: DEMO_SCENARIO, text, readFile: fileBeside(DEMO_SCENARIO) };
  const goal = parseExpectation(DEMO_GOAL);
  const command = `millrace plan scenarios/demo.yaml --find deposit --for '${DEMO_GOAL}' --replications 5`;
  const runner = workerPool();
  try {
    const kept = await keepPlan(
      { ...keeping, scenario, command },
      {
        source,
        seed: scenario.seed,
        runner,
        spec: { ...withoutUndefined({ goal }), replications: 5 },
        questions: ['deposit'],
      },
    );
    keeping.terminal.out(`5  plan      ${planAnswer(kept)}\n`);
    return join(kept.folder, PLAN_FILES.page);
  } finally {
    await runner.close();
  }
}

function seconds(value: number): string {
  return value < 10 ? value.toFixed(1) : value.toFixed(0);
}
