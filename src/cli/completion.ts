import { InputError } from '../errors.ts';
import { type DeclaredCommand, declareCommand } from './command.ts';
import { flagOf, type OptionSpec } from './options/option.ts';

type Script = (commands: readonly DeclaredCommand[]) => string;

const SCRIPTS: Readonly<Record<string, Script>> = {
  bash: bashScript,
  // Zsh runs completions of bash.
  zsh: (commands) => `autoload -Uz compinit bashcompinit; compinit; bashcompinit\n${bashScript(commands)}`,
  fish: fishScript,
};

/** `millrace completion`: what a shell needs to complete command lines. */
export const completionCommand = declareCommand({
  name: 'completion',
  says: 'print a script with which a shell completes commands, options and their values',
  arguments: [{ form: '<shell>', says: 'bash, zsh or fish' }],
  options: {},
  examples: {
    'millrace completion bash': 'in ~/.bashrc: source <(millrace completion bash)',
    'millrace completion zsh': 'in ~/.zshrc: source <(millrace completion zsh)',
    'millrace completion fish': 'in config.fish: millrace completion fish | source',
  },
  async run({ terminal, commands = async () => [] }, _options, shell) {
    const script = SCRIPTS[shell];
    if (script === undefined)
      throw new InputError({ message: `found the shell "${shell}", expected bash, zsh or fish` });
    terminal.out(script(await commands()));
  },
});

// Files are completed where no line of the table fits.
function bashScript(commands: readonly DeclaredCommand[]): string {
  const cases = commands.flatMap(({ name, options }) => [
    ...Object.entries(options).flatMap(([key, { choices }]) =>
      choices === undefined ? [] : [[`*:${name}:${flagOf(key)}:*`, choices] as const],
    ),
    [`*:${name}:*:-*`, [...Object.entries(options).map(flagOfOption), '--help']] as const,
  ]);
  const table = [['1:*', commands.map(({ name }) => name)] as const, ...cases];
  return `_millrace() {
  local word="\${COMP_WORDS[COMP_CWORD]}" words=
  case "$COMP_CWORD:\${COMP_WORDS[1]}:\${COMP_WORDS[COMP_CWORD-1]}:$word" in
${table.map(([when, words]) => `    ${when}) words="${words.join(' ')}" ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _millrace millrace
`;
}

function fishScript(commands: readonly DeclaredCommand[]): string {
  const lines = commands.flatMap(({ name, says, options }) => [
    `-n __fish_use_subcommand -f -a ${name} -d ${fishWord(says)}`,
    ...Object.entries(options).map(([key, option]) => {
      const { choices, says: meaning } = option;
      const values = choices === undefined ? '' : ` -x -a ${fishWord(choices.join(' '))}`;
      const flag = flagOfOption([key, option]).slice(2);
      return `-n '__fish_seen_subcommand_from ${name}' -l ${flag}${values} -d ${fishWord(meaning)}`;
    }),
  ]);
  return `${lines.map((line) => `complete -c millrace ${line}`).join('\n')}\n`;
}

function flagOfOption([key, { isNegated }]: readonly [string, OptionSpec]): string {
  return flagOf(key, isNegated);
}

function fishWord(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
}
