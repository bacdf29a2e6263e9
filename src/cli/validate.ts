import { dirname } from 'node:path';
import { assembleNetwork, assembleOperations } from '../jobs/assemble.ts';
import { settleSteps } from '../jobs/settle/settle-steps.ts';
import { describeFault, InputError, type InputFault } from '../errors.ts';
import type { Network } from '../model/network/network.ts';
import type { Scenario } from '../model/scenario/scenario.ts';
import { withoutUndefined } from '../model/without-undefined.ts';
import { toJson } from '../model/json.ts';
import { counted } from '../report/words/number-format.ts';
import { declareCommand, EXIT } from './command.ts';
import { requirePlanNames } from '../jobs/plan/questions.ts';
import { withPlaces } from '../jobs/with-places.ts';
import { readInputFile } from './files/input-file.ts';
import { loadScenario, type PlayerChoice, withTraces } from './files/scenario-file.ts';
import { jsonOption, PLAYER_OPTIONS, seedOption } from './options/option.ts';

/** `millrace validate`: is the file right, and what does it describe. */
export const validateCommand = declareCommand({
  name: 'validate',
  says: 'check scenario files and summarize them; up to 20 faults of a file are shown together',
  arguments: [{ form: '<scenarios...>', says: 'scenario files (YAML or JSON)' }],
  options: { seed: seedOption, ...PLAYER_OPTIONS, json: jsonOption },
  examples: {
    'millrace validate scenarios/demo.yaml': 'one file',
    'millrace validate scenarios/*.yaml': 'all of them',
    'millrace validate new.yaml --json': 'faults as JSON, for an editor or a bot',
  },
  async run({ terminal, conclude }, options, files) {
    const judged = await Promise.all(files.map((file) => judge(file, options)));
    for (const { file, faults, shows } of judged) {
      for (const fault of faults) terminal.note(`error: ${describeFault(fault)}\n`);
      if (!shows || options.json) continue;
      const { nodes, channels, operations, notes = [] } = shows;
      terminal.out(
        `ok  ${file}  ${counted(nodes, 'node')}, ${counted(channels, 'channel')}, ${counted(operations, 'operation')}\n`,
      );
      for (const note of notes) terminal.out(`    ${note}\n`);
    }
    if (options.json) terminal.out(`${toJson(judged, 2)}\n`);
    conclude(judged.every(({ faults }) => faults.length === 0) ? EXIT.asExpected : EXIT.badInput);
  },
});

interface Judged {
  readonly file: string;
  readonly faults: readonly InputFault[];
  /** Only for a file without faults. */
  readonly shows?: {
    readonly nodes: number;
    readonly channels: number;
    readonly operations: number;
    /** How the network differs from the file it was read from. */
    readonly notes?: readonly string[];
  };
}

// The network and the operations are built too: some parameters contradict each other only there.
async function judge(
  file: string,
  choice: PlayerChoice & { readonly seed: string | undefined },
): Promise<Judged> {
  try {
    const given = loadScenario(file, choice);
    const network = assembleNetwork(given);
    const scenario = await settleSteps(given, network);
    const operations = assembleOperations({ scenario, network });
    checkPlan(given, network, file);
    if (scenario.load !== undefined) withTraces(scenario.load, { scenario, folder: dirname(file) });
    return {
      file,
      faults: [],
      shows: {
        nodes: network.order,
        channels: network.size,
        operations: operations.length,
        ...withoutUndefined({ notes: network.getAttribute('notes') }),
      },
    };
  } catch (error) {
    if (error instanceof InputError) return { file, faults: error.faults };
    throw error;
  }
}

function checkPlan(scenario: Scenario, network: Network, file: string): void {
  try {
    if (scenario.plan !== undefined) requirePlanNames(scenario.plan, { scenario, network, file });
  } catch (error) {
    throw withPlaces(error, { file, text: readInputFile(file, 'a scenario in YAML or JSON') });
  }
}
