import { existsSync } from 'node:fs';
import { InputError } from '../errors.ts';
import { parseScenario } from '../jobs/parse-scenario.ts';
import { shellWord } from '../report/words/shell-word.ts';
import { declareCommand, EXIT } from './command.ts';
import { writeWholeFile } from './files/output-file.ts';
import { flagOf, oneOf, or, text } from './options/option.ts';
import { answersTo } from './terminal/answers-to.ts';

const OPTIONS = {
  network: or(
    oneOf('<topology>', 'Which network?', ['star', 'line', 'ring', 'complete', 'scale-free']),
    'star',
  ),
  nodes: or(text('<number>', 'How many nodes (the hub of a star not counted)?'), '10'),
  capacity: or(text('<amount>', 'How much do both ends of a channel put in together?'), '1_000'),
  perMinute: or(text('<number>', 'How many payments per minute?'), '60'),
  amount: or(text('<amount>', 'How much is one payment?'), '50'),
};

type Answers = Readonly<Record<keyof typeof OPTIONS, string>>;

const KEYS = Object.keys(OPTIONS) as readonly (keyof Answers)[];
const USUAL = Object.fromEntries(KEYS.map((key) => [key, OPTIONS[key].default])) as Answers;

/** `millrace init`: a scenario file to begin with. */
export const initCommand = declareCommand({
  name: 'init',
  says: 'write a scenario file to begin with; on a terminal, without options, five questions are asked',
  arguments: [{ form: '[file]', says: 'file to write (default: scenario.yaml)' }],
  options: OPTIONS,
  examples: {
    'millrace init': 'five questions, then scenario.yaml',
    'millrace init shops.yaml --network star --nodes 30 --amount 20': 'without questions',
  },
  async run({ terminal, conclude }, options, file = 'scenario.yaml') {
    if (existsSync(file)) throw new InputError({ place: { file }, message: 'exists already; name another' });
    // An option may be given its default.
    const isAsked = process.stdin.isTTY && !process.argv.some((word) => word.startsWith('--'));
    const answers = isAsked ? await asked(file) : checked(options, file);
    if (answers === undefined) return conclude(EXIT.interrupted);
    writeWholeFile(file, scenarioText(answers, file));
    const word = shellWord(file);
    const next = ['simulate', 'plan', 'replay --sandbox'].map((name) => `\n  millrace ${name} ${word}`);
    terminal.out(`Wrote ${file}. Next:${next.join('')}\n`);
  },
});

// Each option is read beside defaults, so that a fault is its own.
function checked(options: Answers, file: string): Answers {
  for (const key of KEYS) {
    const fault = faultOf({ ...USUAL, network: options.network, [key]: options[key] }, key, file);
    if (fault !== undefined) throw new InputError({ message: `${flagOf(key)}: ${fault}` });
  }
  return options;
}

// Undefined: somebody broke the questions off.
async function asked(file: string): Promise<Answers | undefined> {
  let [answers, at] = [USUAL, 0];
  const key = (): keyof Answers => KEYS[at] as keyof Answers;
  for await (const answer of answersTo(() => questionOf(key()))) {
    const next = { ...answers, [key()]: answer || USUAL[key()] };
    const fault = faultOf(next, key(), file);
    if (fault !== undefined) process.stderr.write(`  ${fault}\n`);
    else [answers, at] = [next, at + 1];
    if (at === KEYS.length) return answers;
  }
  return undefined;
}

function questionOf(key: keyof Answers): string {
  const { says, choices } = OPTIONS[key];
  return `${says}${choices ? ` (${choices.join(', ')})` : ''} [${USUAL[key]}] `;
}

function faultOf(answers: Answers, key: keyof Answers, file: string): string | undefined {
  const { choices } = OPTIONS[key];
  if (choices?.includes(answers[key]) === false)
    return `found "${answers[key]}", expected one of ${choices.join(', ')}`;
  try {
    scenarioText(answers, file);
    return undefined;
  } catch (error) {
    if (error instanceof InputError)
      return error.faults[0]?.message.replace(/, or (a mapping|one of the keys) .*/, '');
    throw error;
  }
}

// Throws InputError for an answer that makes no scenario.
function scenarioText({ network, nodes, capacity, perMinute, amount }: Answers, file: string): string {
  const key = network === 'star' ? 'spokes' : 'nodes';
  const more = network === 'scale-free' ? ', channelsPerNode: 2' : '';
  const written = `# Every key: docs/scenario-reference.md
question: How many payments succeed, and where is money missing?
seed: 1
network:
  topology: { ${network}: { ${key}: ${nodes}${more} } }
  capacity: ${capacity}
traffic:
  - arrivals: { poisson: { perMinute: ${perMinute} } }
    duration: 10m
    amounts: ${amount}
plan:
  goal: success_rate >= 99%
`;
  parseScenario({ file, text: written });
  return written;
}
