import { DEFAULT_BAIL, replay } from '../jobs/replay/replay.ts';
import type { Scenario } from '../model/scenario/scenario.ts';
import { startSandbox } from '../jobs/sandbox.ts';
import { LockstepClock } from '../runtime/lockstep-clock.ts';
import { sandboxSpeed } from '../jobs/targets/sandbox-control.ts';
import { watching } from './live/live.ts';
import { declareCommand } from './command.ts';
import { concludeRun } from './run-folder/conclude-run.ts';
import { keepRun } from './run-folder/keep-run.ts';
import { loadScenario } from './files/scenario-file.ts';
import { fitsMemory } from './run-folder/memory-need.ts';
import { heardNodes, listedNodes } from './nodes/node-list.ts';
import {
  buildOf,
  buildOption,
  flag,
  JUDGING_OPTIONS,
  or,
  paceOption,
  PLAYER_OPTIONS,
  SCENARIO,
  seedOption,
  speedOption,
  text,
  useExistingOption,
  value,
} from './options/option.ts';
import { countUpTo } from './options/numbers.ts';
import { openFilesLimit, openFilesWarning } from './terminal/open-files.ts';
import { requireWritableFolder } from './files/output-file.ts';
import { scenarioFolderOf } from './run-folder/run-folder.ts';

// A block of 15 s passes in 0.15 s, and ten messages of 30 ms each still take longer than a wall timer's error.
const SANDBOX_SPEED = 100;

/** `millrace replay`: the scenario against nodes that exist, judged by the simulation. */
export const replayCommand = declareCommand({
  name: 'replay',
  says: 'drive a scenario against nodes over their REST API and compare every outcome with the simulation',
  arguments: [SCENARIO],
  options: {
    nodes: text(
      '<file>',
      'node list: node name to base URL, `tokens` to token addresses; see docs/command-line.md',
    ),
    sandbox: flag('start simulated nodes behind HTTP, replay against them, stop them'),
    useExisting: useExistingOption,
    seed: seedOption,
    pace: paceOption,
    build: buildOption,
    ...PLAYER_OPTIONS,
    speed: speedOption,
    bail: or(
      value(
        '<count>',
        'stop after this many differences, or operations that differ, at pace sequential; 0: drive the whole plan',
        countUpTo(1_000_000, { least: 0 }),
      ),
      DEFAULT_BAIL,
    ),
    askServices: flag(
      'ask path-finding services that nodes name on other hosts, too, not only here and on hosts of the node list',
    ),
    ...JUDGING_OPTIONS,
  },
  rules: [
    {
      oneOf: ['nodes', 'sandbox'],
      what: 'a replay needs nodes to drive',
      hint: 'With --sandbox Millrace serves the scenario itself and replays against that.',
    },
  ],
  examples: {
    'millrace replay scenarios/demo.yaml --sandbox': 'everything on this machine',
    'millrace replay scenarios/demo.yaml --nodes nodes.yaml': 'nodes that run already',
    'millrace replay scenarios/demo.yaml --nodes nodes.yaml --use-existing': 'with the channels they have',
  },
  async run(context, { nodes, speed, deadline, out, json, progress, ...options }, file) {
    const { terminal, env } = context;
    const { useExisting, bail, acceptUnknown, askServices: asksServices } = options;
    const scenario = loadScenario(file, { ...options, isForNodes: true });
    const pace = options.pace ?? (hasGroups(scenario) ? 'scenario' : 'sequential');
    requireWritableFolder(scenarioFolderOf(out, scenario));
    const list = nodes === undefined ? undefined : listedNodes(nodes, scenario, env);
    terminal.note(`${scenario.name}: seed ${scenario.seed}\n`);
    if (!fitsMemory(scenario, 'replay', context)) return;
    const listed = list && (await heardNodes(list, context));
    const lockstep = listed === undefined && speed === undefined ? new LockstepClock() : undefined;
    // A file that waits for minutes between its tasks says itself how long it waits.
    const servedSpeed = hasGroups(scenario) ? 1 : SANDBOX_SPEED;
    const targetSpeed = speed ?? (listed ? await sandboxSpeed(Object.values(listed.targets)) : servedSpeed);
    const driven = { pace, speed: targetSpeed ?? 1, lockstep, useExisting, bail, asksServices };
    const served = listed ? undefined : await startSandbox({ scenario, ...driven });
    const target = listed ?? { targets: served?.targets ?? {} };
    const waiting = deadline === undefined ? {} : { deadlineMs: deadline * 1000 };
    try {
      const watched = { watching: watching(options, context) };
      const kept = await keepRun({ out, terminal, progress, ...watched }, 'replaying', (hooks) =>
        replay({
          scenario,
          command: context.line,
          build: buildOf(options.build, env),
          ...target,
          ...(served && { sandbox: true }),
          ...driven,
          ...waiting,
          ...hooks,
          onStart(plan) {
            // One payment after the other takes no more than a connection for each node.
            const inFlight = pace === 'scenario' ? plan.operations.length : 1;
            terminal.note(
              openFilesWarning(inFlight, { limit: openFilesLimit(), sandbox: list === undefined }),
            );
            hooks.onStart(plan);
          },
        }),
      );
      concludeRun(kept, context, { json, acceptUnknown, scenarioFile: file });
    } finally {
      await served?.stop();
    }
  },
});

// Steps of which some run at the same time: one after the other they would be another scenario.
function hasGroups({ steps }: Scenario): boolean {
  return steps.some(({ after }) => after !== undefined);
}
