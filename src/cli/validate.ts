import { dirname } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { assembleNetwork, assembleOperations } from '../jobs/assemble.ts';
import { describeFault, InputError, type InputFault } from '../errors.ts';
import { toJson } from '../model/json.ts';
import { counted } from '../report/words/number-format.ts';
import { type CommandContext, examples } from './command.ts';
import { EXIT } from './failure/exit-codes.ts';
import { loadScenario } from './files/scenario-file.ts';
import { jsonOption, seedOption } from './options/options.ts';
import { withTraces } from './files/trace-file.ts';

/** `millrace validate`: is the file right, and what does it describe. */
export function validateCommand({ terminal, conclude }: CommandContext) {
  return new Command('validate')
    .description(
      'check scenario files and say what they describe; faults are shown together, the first 20 of a file',
    )
    .argument('<scenarios...>', 'scenario files (YAML or JSON)')
    .addOption(seedOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples({
        'millrace validate scenarios/demo.yaml': 'one file',
        'millrace validate scenarios/*.yaml': 'all of them',
        'millrace validate new.yaml --json': 'faults as JSON, for an editor or a bot',
      }),
    )
    .action((files, { seed, json }) => {
      const judged = files.map((file) => judge(file, seed));
      for (const { file, faults, shows } of judged) {
        for (const fault of faults) terminal.note(`error: ${describeFault(fault)}\n`);
        if (!shows || json) continue;
        const { nodes, channels, operations } = shows;
        terminal.out(
          `ok  ${file}  ${counted(nodes, 'node')}, ${counted(channels, 'channel')}, ${counted(operations, 'operation')}\n`,
        );
      }
      if (json) terminal.out(`${toJson(judged, 2)}\n`);
      conclude(judged.every(({ faults }) => faults.length === 0) ? EXIT.asExpected : EXIT.badInput);
    });
}

interface Judged {
  readonly file: string;
  readonly faults: readonly InputFault[];
  /** Only for a file without faults. */
  readonly shows?: { readonly nodes: number; readonly channels: number; readonly operations: number };
}

// The network and the plan are built too: some parameters contradict each other only there.
function judge(file: string, seed: string | undefined): Judged {
  try {
    const scenario = loadScenario(file, { seed });
    const network = assembleNetwork(scenario);
    const operations = assembleOperations({ scenario, network });
    if (scenario.load !== undefined) withTraces(scenario.load, { scenario, folder: dirname(file) });
    return {
      file,
      faults: [],
      shows: { nodes: network.order, channels: network.size, operations: operations.length },
    };
  } catch (error) {
    if (error instanceof InputError) return { file, faults: error.faults };
    throw error;
  }
}
