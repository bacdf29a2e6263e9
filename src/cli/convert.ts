import { lstatSync } from 'node:fs';
import { basename, join } from 'node:path';
import { InputError } from '../errors.ts';
import { type ExportedNode, joinExports } from '../jobs/convert/join-exports.ts';
import { type Converted, graphNotes, ownScenario } from '../jobs/convert/own-scenario.ts';
import { convertPlayer } from '../jobs/convert/convert-player.ts';
import { isPlayerFile } from '../jobs/parse-scenario.ts';
import { graphScenario } from '../jobs/convert/graph-scenario.ts';
import { type ColumnNames, EXPORT_KINDS, readExport } from '../jobs/convert/read-exports.ts';
import { counted } from '../report/words/number-format.ts';
import { shellWord } from '../report/words/shell-word.ts';
import { isName, NAME_RULE } from '../scenario/fields/values.ts';
import { declareCommand } from './command.ts';
import { readInputFile } from './files/input-file.ts';
import { readEnvironment } from './files/scenario-file.ts';
import { writeWholeFile } from './files/output-file.ts';
import { required } from './options/numbers.ts';
import { flag, PLAYER_OPTIONS, text, value } from './options/option.ts';

/** `millrace convert`: from what a node exports, or a file of another tool, to a scenario. */
export const convertCommand = declareCommand({
  name: 'convert',
  says: 'turn the exported files of a node into a scenario about it, ready to plan, or a scenario-player file into ours',
  arguments: [
    {
      form: '<files...>',
      says: `exports of one node, or a graph and its payments, recognised by what they hold: ${EXPORT_KINDS.join(', ')}; or one scenario-player file; then the folder to write, or for the latter the file`,
    },
  ],
  options: {
    name: value('<name>', 'what to call the node and the scenario (default: its alias, else me)', readName),
    columns: value(
      '<names>',
      'names that CSV files have for columns: at=Time,from=Payer,to=Payee,amount=Sum, or source=A,target=B,capacity=C',
      readColumns,
    ),
    token: text('<address>', 'the token, where a Raiden node has channels of several'),
    whole: flag(
      'keep every channel of the graph, with balances that are drawn, not the channels of the node only',
    ),
    strict: flag('refuse the file if anything must be left out, merged, drawn or rounded'),
    environment: PLAYER_OPTIONS.environment,
  },
  examples: {
    'millrace convert examples/lnd-node/*.json my-node':
      'what lncli listchannels, fwdinghistory and describegraph print',
    'millrace convert examples/raiden-hub/* my-hub --name hub':
      "GET /channels of a Raiden node, and a week's payments as CSV",
    'millrace convert scenarios/raiden/mfee1_flat_fee.yaml mfee1.yaml --environment scenarios/raiden/environment.json':
      'a scenario-player file',
  },
  async run({ terminal }, { name, columns, token, whole: isWhole, strict: isStrict, environment }, given) {
    const files = given.slice(0, -1);
    const folder = given.at(-1) as string;
    if (files.length === 0)
      throw new InputError({
        message: `found one argument, ${folder}, expected exported files and then the folder to write`,
      });
    const texts = files.map((file) => ({
      file,
      text: readInputFile(file, 'a file that a node has exported'),
    }));
    const [only, ...others] = texts;
    if (only !== undefined && others.length === 0 && isPlayerFile(only.text)) {
      refuseOptions({ name, columns, token, whole: isWhole || undefined, strict: isStrict || undefined });
      const written = await convertFile(only, { to: folder, environment });
      terminal.out(`Run it: millrace simulate ${shellWord(written)}\n`);
      return;
    }
    const exports = texts.map((source) => readExport(source, columns));
    const isOfNode = exports.some(({ channels = [] }) => channels.length > 0);
    const converted = isOfNode
      ? ofNode(joinExports(exports, { name, token }), isWhole)
      : graphScenario(exports, name);
    const { files: contents, summary, next, notes } = converted;
    const written = Object.entries(contents).map(([file, content]) => [join(folder, file), content] as const);
    if (isStrict && notes.length > 0)
      throw new InputError(
        notes.map((message) => ({ message, hint: 'with --strict nothing is written; leave it out' })),
      );
    for (const [path] of written) refuseExisting(path);
    for (const [path, content] of written) writeWholeFile(path, content);
    terminal.out(`${summary}\n`);
    terminal.out(`read: ${exports.map(({ kind }) => kind).join(', ')}\n`);
    for (const note of notes) terminal.out(`${note}\n`);
    terminal.out(`${next.does}: millrace ${next.command} ${shellWord(join(folder, next.file))}\n`);
  },
});

function ofNode(node: ExportedNode, isWhole: boolean): Converted {
  const files = ownScenario(node, { isWhole });
  return {
    files,
    summary: `${node.name}: ${counted(node.channels.length, 'partner')}, ${counted(node.payments.length, 'payment')}`,
    next: { does: 'Plan it', command: 'plan', file: `${node.name}.yaml` },
    notes: [...node.notes, ...(isWhole ? [...node.graphNotes, ...graphNotes(files)] : [])],
  };
}

// at=Time,from=Payer
function readColumns(given: string): ColumnNames {
  const entries = given.split(',').map((entry) => COLUMN.exec(entry)?.slice(1) ?? []);
  return required(
    entries.every(({ length }) => length > 0) ? (Object.fromEntries(entries) as ColumnNames) : undefined,
    `Expected at=Time,from=Payer, of ${COLUMNS.join(', ')}.`,
  );
}

const COLUMNS: readonly string[] =
  'at at_ms from to amount outcome source target capacity balance1 balance2'.split(' ');
const COLUMN = new RegExp(`^(${COLUMNS.join('|')})=([^=]+)$`);

function refuseOptions(options: Readonly<Record<string, unknown>>): void {
  for (const [option, given] of Object.entries(options))
    if (given !== undefined)
      throw new InputError({
        message: `found --${option}, expected only --environment with a scenario-player file`,
        hint: 'leave it out; the scenario takes the name of the output file',
      });
}

async function convertFile(
  source: { readonly file: string; readonly text: string },
  { to, environment }: { readonly to: string; readonly environment: string | undefined },
): Promise<string> {
  const variables = environment === undefined ? {} : readEnvironment(environment);
  const converted = await convertPlayer({ ...source, environment: variables, asWritten: false });
  const path = /\.(ya?ml)$/i.test(to) ? to : join(to, basename(source.file));
  refuseExisting(path);
  writeWholeFile(path, converted);
  return path;
}

function readName(given: string): string {
  return required(isName(given) ? given : undefined, `A name has ${NAME_RULE}.`);
}

// A scenario may have been changed by hand since it was converted, and a link would lead out of the folder.
function refuseExisting(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return;
  throw new InputError({
    message: `${path} exists already`,
    hint: 'nothing was written; name a folder that is new, or remove what is there',
  });
}
