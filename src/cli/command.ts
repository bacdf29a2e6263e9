import { join } from 'node:path';
import { Command } from 'commander';
import { InputError } from '../errors.ts';
import { refuseForeignPage } from './files/output-file.ts';
import { commanderOption, flagOf, type OptionSpecs, type OptionValues } from './options/option.ts';
import type { Terminal } from './terminal/terminal.ts';

/** The surroundings of a command. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The whole command line, as a shell takes it; absent: unknown. */
  readonly line?: string;
  /** All commands, of which a script for a shell is made; absent: it is none. */
  readonly commands?: () => Promise<readonly DeclaredCommand[]>;
  /** Says how the process ends; without it a command that returns ends as expected. */
  readonly conclude: (code: ExitCode) => void;
}

/** One argument: `<name>` is required, `[name]` is not, `<names...>` are several. */
interface ArgumentSpec {
  readonly form: string;
  readonly says: string;
}

// `<runs...>` is `runs`.
type ArgumentName<Form extends string> = Form extends `${'<' | '['}${infer Name}${'>' | '...>' | ']'}`
  ? Name
  : never;

type ArgumentValue<Form extends string> = Form extends `${string}...>`
  ? readonly string[]
  : Form extends `[${string}]`
    ? string | undefined
    : string;

/** One command: commander, help, the tables of docs/command-line.md and the tests of bad input are made of it. */
interface CommandSpec<Arguments extends readonly ArgumentSpec[], Specs extends OptionSpecs> {
  readonly name: string;
  readonly says: string;
  readonly arguments: Arguments;
  readonly options: Specs;
  /** How options go together; the first rule that is broken is told. */
  readonly rules?: readonly OptionRule<(keyof Specs & string) | ArgumentName<Arguments[number]['form']>>[];
  /** Command lines, and what each is good for. */
  readonly examples: Readonly<Record<string, string>>;
  readonly run: (
    context: CommandContext,
    options: OptionValues<Specs>,
    ...given: { [At in keyof Arguments]: ArgumentValue<Arguments[At]['form']> }
  ) => void | Promise<void>;
}

/** A command without the types of its options. */
export interface DeclaredCommand {
  readonly name: string;
  readonly says: string;
  readonly arguments: readonly ArgumentSpec[];
  readonly options: OptionSpecs;
  readonly rules: readonly OptionRule[];
  /** The command for a program. */
  readonly create: (context: CommandContext) => Command;
}

/** Declares a command. */
export function declareCommand<const Arguments extends readonly ArgumentSpec[], Specs extends OptionSpecs>(
  spec: CommandSpec<Arguments, Specs>,
): DeclaredCommand {
  const { name, says, arguments: parameters, options, rules = [], run } = spec;
  return {
    name,
    says,
    arguments: parameters,
    options,
    rules,
    create(context) {
      const command = new Command(name).description(says).addHelpText('after', examples(spec.examples));
      for (const parameter of parameters) command.argument(parameter.form, parameter.says);
      for (const [key, option] of Object.entries(options)) command.addOption(commanderOption(key, option));
      // Commander has read each argument and option by its own specification.
      return command.action(async (...received: readonly unknown[]) => {
        const given = received.slice(0, parameters.length);
        const values = received[parameters.length] as OptionValues<Specs>;
        const operands = parameters.map(({ form }, at) => [form.replaceAll(/\W/g, ''), given[at]] as const);
        refuseRuleBreakers(rules, { options, values: { ...values, ...Object.fromEntries(operands) } });
        if (typeof values['out'] === 'string') refuseForeignPage(join(values['out'], 'index.html'));
        await run(
          context,
          values,
          ...(given as { [At in keyof Arguments]: ArgumentValue<Arguments[At]['form']> }),
        );
      });
    },
  };
}

/** The examples section of a command's help: what each command line is good for. */
export function examples(meanings: Readonly<Record<string, string>>): string {
  const width = Math.max(...Object.keys(meanings).map((command) => command.length));
  const lines = Object.entries(meanings).map(
    ([command, meaning]) => `  $ ${command.padEnd(width)}  # ${meaning}`,
  );
  return `\nExamples:\n${lines.join('\n')}\n`;
}

/** The exit codes; documented in docs/command-line.md. */
export const EXIT = {
  asExpected: 0,
  /** An expectation was not met, outcomes differ from the prediction, or a check is violated. */
  notAsExpected: 1,
  badInput: 2,
  unreachable: 3,
  /** The run does not fit into memory; its part that had run is kept. */
  outOfMemory: 4,
  /** Nothing contradicts the nodes, but something could not be judged, or too little was. */
  unknown: 5,
  /** A threshold of a load was not met, or found no sample; k6's code for it, and before `notAsExpected` where both hold. */
  thresholdFailed: 99,
  /** EX_SOFTWARE of sysexits.h. */
  ourBug: 70,
  /** 128 + SIGINT, as shells count. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The exit code of a verdict; `acceptUnknown`: what could not be judged is held against nobody. */
export function exitCodeFor(word: string, { acceptUnknown }: { readonly acceptUnknown: boolean }): ExitCode {
  if (word === 'unknown') return acceptUnknown ? EXIT.asExpected : EXIT.unknown;
  return word === 'holds' || word === 'as-expected' ? EXIT.asExpected : EXIT.notAsExpected;
}

/** How options of one command go together, with each other and with its arguments. */
export type OptionRule<Name extends string = string> =
  /** Exactly one of them is needed; `what` begins the message. */
  | { readonly oneOf: readonly Name[]; readonly what: string; readonly hint: string }
  /** With the option, none of the others; `message` instead of that they contradict each other. */
  | {
      readonly option: Name;
      readonly excludes: readonly Name[];
      readonly hint: string;
      readonly message?: string;
    }
  /** The option with all of the others only, or with one of them. */
  | ({ readonly option: Name; readonly message: string; readonly hint: string } & (
      | { readonly needs: readonly Name[] }
      | { readonly needsOneOf: readonly Name[] }
    ));

interface GivenOptions {
  readonly options: OptionSpecs;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Throws InputError for the first rule that is broken. */
function refuseRuleBreakers(rules: readonly OptionRule[], given: GivenOptions): void {
  for (const rule of rules) {
    const message = faultOf(rule, given);
    if (message !== undefined) throw new InputError({ message, hint: rule.hint });
  }
}

function faultOf(rule: OptionRule, { options, values }: GivenOptions): string | undefined {
  const isGiven = (name: string): boolean =>
    values[name] !== undefined && values[name] !== options[name]?.default;
  if ('oneOf' in rule)
    return rule.oneOf.filter(isGiven).length === 1
      ? undefined
      : `${rule.what}: ${alternativesText(rule.oneOf, options)}`;
  if (!isGiven(rule.option)) return undefined;
  if ('needs' in rule) return rule.needs.every(isGiven) ? undefined : rule.message;
  if ('needsOneOf' in rule) return rule.needsOneOf.some(isGiven) ? undefined : rule.message;
  const other = rule.excludes.find(isGiven);
  if (other === undefined) return undefined;
  return rule.message ?? `${flagOf(rule.option)} and ${flagOf(other)} contradict each other`;
}

/** `give either --nodes FILE or --sandbox` */
function alternativesText(names: readonly string[], options: OptionSpecs): string {
  const forms = names.map((name) =>
    `${flagOf(name)} ${(options[name]?.form ?? '').replaceAll(/\W/g, '').toUpperCase()}`.trim(),
  );
  return forms.length === 2
    ? `give either ${forms.join(' or ')}`
    : `give one of ${forms.slice(0, -1).join(', ')} and ${forms.at(-1) ?? ''}`;
}
