import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { InputError } from '../errors.ts';
import { joinExports } from '../jobs/convert/join-exports.ts';
import { ownScenario, scenarioFileOf } from '../jobs/convert/own-scenario.ts';
import { EXPORT_KINDS, readExport } from '../jobs/convert/read-exports.ts';
import { counted } from '../report/words/number-format.ts';
import { isName, NAME_RULE } from '../scenario/fields/values.ts';
import { declareCommand } from './command.ts';
import { readInputFile } from './files/input-file.ts';
import { writeWholeFile } from './files/output-file.ts';
import { flag, text, value } from './options/option.ts';

const EXPECTED = 'a file that a node has exported';

/** `millrace convert`: from what a node exports to a scenario about it. */
export const convertCommand = declareCommand({
  name: 'convert',
  says: 'turn the exported files of a node into a scenario about it, ready to plan',
  arguments: [
    {
      form: '<files...>',
      says: `exports of one node, recognised by what they hold: ${EXPORT_KINDS.join(', ')}; then the folder to write`,
    },
  ],
  options: {
    name: value('<name>', 'what to call the node and the scenario (default: its alias, else me)', readName),
    token: text('<address>', 'the token, where a Raiden node has channels of several'),
    whole: flag(
      'keep every channel of the graph, with balances that are drawn, not the channels of the node only',
    ),
  },
  examples: {
    'millrace convert examples/lnd-node/*.json my-node':
      'what lncli listchannels, fwdinghistory and describegraph print',
    'millrace convert examples/raiden-hub/* my-hub --name hub':
      "GET /channels of a Raiden node, and a week's payments as CSV",
  },
  run({ terminal }, { name, token, whole: isWhole }, given) {
    const files = given.slice(0, -1);
    const folder = given.at(-1) as string;
    if (files.length === 0)
      throw new InputError({
        message: `found one argument, ${folder}, expected exported files and then the folder to write`,
      });
    const exports = files.map((file) => readExport({ file, text: readInputFile(file, EXPECTED) }));
    const node = joinExports(exports, { name, token });
    const written = Object.entries(ownScenario(node, { isWhole })).map(
      ([file, content]) => [join(folder, file), content] as const,
    );
    for (const [path] of written) refuseExisting(path);
    for (const [path, content] of written) writeWholeFile(path, content);
    terminal.out(
      `${node.name}: ${counted(node.channels.length, 'partner')}, ${counted(node.payments.length, 'payment')}\n`,
    );
    for (const [count, why] of node.leftOut) terminal.out(`left out: ${counted(count, 'payment')} ${why}\n`);
    terminal.out(`Plan it: millrace plan ${join(folder, scenarioFileOf(node))}\n`);
  },
});

function readName(given: string): string {
  if (isName(given)) return given;
  throw new InvalidArgumentError(`A name has ${NAME_RULE}.`);
}

// A scenario may have been changed by hand since it was converted, and a link would lead out of the folder.
function refuseExisting(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return;
  throw new InputError({
    message: `${path} exists already`,
    hint: 'nothing was written; name a folder that is new, or remove what is there',
  });
}
