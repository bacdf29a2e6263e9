import { streamSimulation } from '../jobs/simulate.ts';
import { saveHelperThreads } from '../runtime/v8-flags.ts';
import { declareCommand } from './command.ts';
import { concludeRun } from './run-folder/conclude-run.ts';
import { keepRun } from './run-folder/keep-run.ts';
import { fitsMemory } from './run-folder/memory-need.ts';
import { loadScenario } from './files/scenario-file.ts';
import { watching } from './live/live.ts';
import {
  buildOf,
  buildOption,
  KEEPING_OPTIONS,
  oneOf,
  or,
  paceOption,
  PLAYER_OPTIONS,
  SCENARIO,
  seedOption,
} from './options/option.ts';

/** `millrace simulate`: what would happen, on virtual time. */
export const simulateCommand = declareCommand({
  name: 'simulate',
  says: 'run a scenario on simulated nodes and virtual time, and report what happened',
  arguments: [SCENARIO],
  options: {
    seed: seedOption,
    pace: or(paceOption, 'scenario'),
    traces: or(
      oneOf(
        '<which>',
        'keep the path and hops of all payments, of failed ones, or of none; figures are the same',
        ['all', 'failures', 'none'],
      ),
      'all',
    ),
    build: buildOption,
    ...PLAYER_OPTIONS,
    ...KEEPING_OPTIONS,
  },
  examples: {
    'millrace simulate scenarios/demo.yaml': 'summary here, report in reports/demo/',
    'millrace simulate scenarios/demo.yaml --seed 8': 'the same question with other chance',
    'millrace simulate scenarios/raiden/bf1_basic_functionality.yaml --environment scenarios/raiden/environment.json':
      'a scenario-player file as it is',
    'millrace simulate scenarios/demo.yaml --json | jq .metrics': 'figures for a script',
  },
  async run(
    context,
    { seed, pace, traces, build, environment, asWritten, out, json, progress, ...watched },
    file,
  ) {
    saveHelperThreads();
    const { terminal } = context;
    const scenario = loadScenario(file, { seed, environment, asWritten });
    terminal.note(`${scenario.name}: seed ${scenario.seed}\n`);
    if (!fitsMemory(scenario, 'simulate', context)) return;
    const keeping = { out, terminal, progress, watching: watching(watched, context) };
    const kept = await keepRun(keeping, 'simulating', (hooks) =>
      streamSimulation({
        scenario,
        pace,
        traces,
        command: context.line,
        build: buildOf(build, context.env),
        ...hooks,
      }),
    );
    concludeRun(kept, context, { json, scenarioFile: file });
  },
});
