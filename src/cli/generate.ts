import { extname } from 'node:path';
import { Command, Option } from '@commander-js/extra-typings';
import { assembleNetwork } from '../jobs/assemble.ts';
import { exportNetwork } from '../topology/formats/export-network.ts';
import { counted } from '../report/words/number-format.ts';
import { type CommandContext, examples } from './command.ts';
import { loadScenario } from './files/scenario-file.ts';
import { seedOption } from './options/options.ts';
import { writeWholeFile } from './files/output-file.ts';

const FORMATS = ['json', 'gexf', 'graphml'] as const;

/** `millrace generate`: the starting network of a scenario, as a file other programs read. */
export function generateCommand({ terminal }: CommandContext) {
  return new Command('generate')
    .description('write the starting network of a scenario as graphology JSON, GEXF or GraphML')
    .argument('<scenario>', 'scenario file (YAML or JSON)')
    .addOption(seedOption())
    .addOption(
      new Option(
        '--format <format>',
        "file format (default: that of the output's extension, else json)",
      ).choices(FORMATS),
    )
    .option('-o, --output <file>', 'write to this file instead of stdout')
    .addHelpText(
      'after',
      examples({
        'millrace generate scenarios/demo.yaml -o demo.gexf': 'open it in Gephi',
        'millrace generate scenarios/demo.yaml --seed 8 -o demo-8.json': 'another draw, as graphology JSON',
        'millrace generate scenarios/demo.yaml | jq .edges[0]': 'on stdout',
      }),
    )
    .action((file, { seed, format, output }) => {
      const scenario = loadScenario(file, { seed });
      const network = assembleNetwork(scenario);
      const text = exportNetwork(network, format ?? formatOf(output));
      if (output === undefined) terminal.out(text.endsWith('\n') ? text : `${text}\n`);
      else writeWholeFile(output, text);
      const where = output === undefined ? '' : ` to ${output}`;
      terminal.note(
        `${scenario.name}: seed ${scenario.seed}, ${counted(network.order, 'node')}, ${counted(network.size, 'channel')}${where}\n`,
      );
    });
}

function formatOf(output: string | undefined): (typeof FORMATS)[number] {
  return FORMATS.find((format) => `.${format}` === extname(output ?? '').toLowerCase()) ?? 'json';
}
