import { declareCommand } from './command.ts';
import { fileBeside } from './files/input-file.ts';
import { DEMO_SCENARIO } from './files/scenario-file.ts';

/** `millrace schema`: the JSON Schema of scenario files, for editors. */
export const schemaCommand = declareCommand({
  name: 'schema',
  says: 'print the JSON Schema of scenario files, with which editors complete keys and mark mistakes',
  arguments: [],
  options: {},
  examples: { 'millrace schema > scenario.schema.json': 'for an editor, beside your scenarios' },
  run({ terminal }) {
    terminal.out(fileBeside(DEMO_SCENARIO)('scenario.schema.json'));
  },
});
