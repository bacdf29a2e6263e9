import { extname } from 'node:path';
import { assembleNetwork } from '../jobs/assemble.ts';
import { exportNetwork } from '../topology/formats/export-network.ts';
import { counted } from '../report/words/number-format.ts';
import { declareCommand } from './command.ts';
import { loadScenario } from './files/scenario-file.ts';
import { oneOf, SCENARIO, seedOption, text } from './options/option.ts';
import { writeWholeFile } from './files/output-file.ts';

const FORMATS = ['json', 'gexf', 'graphml'] as const;

/** `millrace generate`: the starting network of a scenario, as a file other programs read. */
export const generateCommand = declareCommand({
  name: 'generate',
  says: 'write the starting network of a scenario as graphology JSON, GEXF or GraphML',
  arguments: [SCENARIO],
  options: {
    seed: seedOption,
    format: oneOf('<format>', "file format (default: that of the output's extension, else json)", FORMATS),
    output: { ...text('<file>', 'write to this file instead of stdout'), short: '-o' },
  },
  examples: {
    'millrace generate scenarios/demo.yaml -o demo.gexf': 'open it in Gephi',
    'millrace generate scenarios/demo.yaml --seed 8 -o demo-8.json': 'another draw, as graphology JSON',
    'millrace generate scenarios/demo.yaml | jq .edges[0]': 'on stdout',
  },
  run({ terminal }, { output, format, ...options }, file) {
    const scenario = loadScenario(file, options);
    const network = assembleNetwork(scenario);
    const exported = exportNetwork(network, format ?? formatOf(output));
    if (output === undefined) terminal.out(exported.endsWith('\n') ? exported : `${exported}\n`);
    else writeWholeFile(output, exported);
    const where = output === undefined ? '' : ` to ${output}`;
    terminal.note(
      `${scenario.name}: seed ${scenario.seed}, ${counted(network.order, 'node')}, ${counted(network.size, 'channel')}${where}\n`,
    );
  },
});

function formatOf(output: string | undefined): (typeof FORMATS)[number] {
  return FORMATS.find((format) => `.${format}` === extname(output ?? '').toLowerCase()) ?? 'json';
}
