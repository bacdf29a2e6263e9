import { Command } from '@commander-js/extra-typings';
import { simulate } from '../jobs/simulate.ts';
import { inline, makeRoomInHeap, saveHelperThreads } from '../runtime/v8-flags.ts';
import { type CommandContext, examples } from './command.ts';
import { concludeRun } from './keep/conclude-run.ts';
import { keepRun, type RunHooks } from './keep/keep-run.ts';
import { loadScenario } from './files/scenario-file.ts';
import {
  jsonOption,
  noProgressOption,
  outOption,
  paceOption,
  seedOption,
  tracesOption,
} from './options/options.ts';

// Ten thousand payments on the five thousand nodes of a snapshot take less than this with all that they leave behind.
const ROOM_MB = 160;

/** `millrace simulate`: what would happen, on virtual time. */
export function simulateCommand(context: CommandContext) {
  return new Command('simulate')
    .description('run a scenario on simulated nodes and virtual time, and report what happened')
    .argument('<scenario>', 'scenario file (YAML or JSON)')
    .addOption(seedOption())
    .addOption(paceOption().default('scenario' as const))
    .addOption(tracesOption())
    .addOption(outOption())
    .addOption(jsonOption())
    .addOption(noProgressOption())
    .addHelpText(
      'after',
      examples({
        'millrace simulate scenarios/demo.yaml': 'summary here, report in reports/demo/',
        'millrace simulate scenarios/demo.yaml --seed 8': 'the same question with other chance',
        'millrace simulate scenarios/demo.yaml --json | jq .metrics': 'figures for a script',
      }),
    )
    .action(async (file, { seed, pace, traces, out, json, progress }) => {
      saveHelperThreads();
      makeRoomInHeap(ROOM_MB);
      inline('little');
      const { terminal } = context;
      const scenario = loadScenario(file, { seed });
      terminal.note(`${scenario.name}: seed ${scenario.seed}\n`);
      const keeping = { out, terminal, progress };
      const kept = await keepRun(keeping, 'simulating', async (hooks) => {
        const run = await simulate({ scenario, pace, traces, ...hooks, onRecord: paysOff(hooks.onRecord) });
        inline('little');
        return run;
      });
      concludeRun(kept, context, { json });
    });
}

/** What happens in every payment is worth optimizing thoroughly; what comes before and after the payments is not. */
function paysOff(onRecord: RunHooks['onRecord']): RunHooks['onRecord'] {
  let isFirst = true;
  return (record) => {
    if (isFirst) inline('much');
    isFirst = false;
    onRecord(record);
  };
}
