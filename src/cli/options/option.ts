import { Option } from 'commander';
import { InputError } from '../../errors.ts';
import { isSeed, SEED_RULE } from '../../model/scenario/seed.ts';
import { shellWord } from '../../report/words/shell-word.ts';
import { hostNameIn } from '../../rest/serve/callers.ts';
import { durationUpTo, numberUpTo, required } from './numbers.ts';

/** One option of a command. */
export interface OptionSpec<Value = unknown> {
  readonly says: string;
  /** The name of its value in help, `<file>`, or `[path]` where it may be left out; absent: it is a switch. */
  readonly form?: string;
  readonly short?: string;
  readonly choices?: readonly string[];
  /** Reads its value, beside those read of the same option before; throws InvalidArgumentError. */
  readonly read?: (text: string, before: never) => Value;
  readonly default?: Value;
  /** The default as it is given on a command line, where its value reads otherwise. */
  readonly defaultText?: string;
  /** Whether the command line says `--no-...`: it is on unless that is given. */
  readonly isNegated?: boolean;
}

/** The options of a command, by their names in the code: `useExisting` is `--use-existing`. */
export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

/** The values of these options. */
export type OptionValues<Specs extends OptionSpecs> = {
  readonly [Name in keyof Specs]: Specs[Name] extends OptionSpec<infer Value> ? Value : never;
};

/** A switch that is off unless it is given. */
export function flag(says: string): OptionSpec<boolean> {
  return { says, default: false };
}

/** A text, as it stands on the command line. */
export function text(form: string, says: string): OptionSpec<string | undefined> {
  return { form, says };
}

/** A value with a reader of its own. */
export function value<Value>(
  form: string,
  says: string,
  read: (given: string) => Value,
): OptionSpec<Value | undefined> {
  return { form, says, read: (given: string) => read(given) };
}

/** A value that may be given again and again. */
export function list<Item>(
  form: string,
  says: string,
  read: (given: string) => Item,
): OptionSpec<readonly Item[] | undefined> {
  return {
    form,
    says,
    read: (given: string, before: readonly Item[] | undefined) => [...(before ?? []), read(given)],
  };
}

/** One of several words. */
export function oneOf<const Choice extends string>(
  form: string,
  says: string,
  choices: readonly Choice[],
): OptionSpec<Choice | undefined> {
  return { form, says, choices };
}

/** The option with a value where none is given. */
export function or<Value>(
  spec: OptionSpec<Value | undefined>,
  otherwise: NonNullable<Value>,
  defaultText?: string,
): OptionSpec<NonNullable<Value>> {
  const given = spec as OptionSpec<NonNullable<Value>>;
  return { ...given, default: otherwise, ...(defaultText !== undefined && { defaultText }) };
}

/** `--use-existing`, from `useExisting`. */
export function flagOf(name: string, isNegated = false): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `--${isNegated ? 'no-' : ''}${words}`;
}

/** Options as a shell takes them: those without a value are left out, a list is one option each. */
export function optionWords(values: Readonly<Record<string, GivenValue | readonly GivenValue[]>>): string {
  const words = Object.entries(values).flatMap(([name, given]) =>
    [given].flat().flatMap((each): readonly string[] => {
      if (each === undefined || each === false) return [];
      return [each === true ? flagOf(name) : `${flagOf(name)} ${shellWord(String(each))}`];
    }),
  );
  return words.join(' ');
}

type GivenValue = string | number | bigint | boolean | undefined;

/** The option for commander. */
export function commanderOption(name: string, spec: OptionSpec): Option {
  const { short, form = '', says, read, choices, isNegated = false, default: otherwise, defaultText } = spec;
  const flags = `${short === undefined ? '' : `${short}, `}${flagOf(name, isNegated)} ${form}`;
  const option = new Option(flags.trim(), says);
  if (choices !== undefined) option.choices(choices);
  // Commander hands over what it has read of the option before.
  if (read !== undefined) option.argParser(read as (given: string, before: unknown) => unknown);
  return otherwise === undefined ? option : option.default(otherwise, defaultText);
}

/** The argument of most commands. */
export const SCENARIO = { form: '<scenario>', says: 'scenario file (YAML or JSON)' } as const;

/** Another seed than the scenario's. */
export const seedOption = value('<seed>', "use this seed instead of the scenario's", readSeed);

/** Reads a seed. */
export function readSeed(given: string): string {
  return required(isSeed(given) ? given : undefined, `A seed is ${SEED_RULE}.`);
}

/** How a scenario-player file is read. */
export const PLAYER_OPTIONS = {
  environment: text('<file>', 'variables of the templates in a scenario-player file, as its --environment'),
  asWritten: flag('check no more of a scenario-player file than scenario-player itself does'),
};

/** Where run folders go. */
export const outOption = or(
  // No text: an unset variable in a script; the working directory itself is `.`.
  value('<dir>', 'folder for reports', (given) => required(given || undefined, 'Expected a folder.')),
  'reports',
);

/** How operations follow each other. */
export const paceOption = oneOf(
  '<pace>',
  'scenario: each operation when it is due; sequential: one after the other, at rest between them',
  ['scenario', 'sequential'],
);

/** How many times faster than real time a sandbox's clock runs. */
export const speedOption = value(
  '<factor>',
  'run the sandbox this many times faster than real time',
  numberUpTo(1_000_000),
);

/** Takes channels that are there already. */
export const useExistingOption = flag('use the existing channels instead of opening new ones');

/** Summary as JSON on stdout; all else goes to stderr. */
export const jsonOption = flag('print the summary as JSON on stdout, everything else on stderr');

/** Takes for a success what could not be checked for want of a reading. */
export const acceptUnknownOption = flag(
  'exit code 0 although something could not be read, and so not checked, if nothing contradicts it',
);

/** A switch that is on unless it is given: `--no-...`. */
function switchedOff(says: string): OptionSpec<boolean> {
  return { says, isNegated: true };
}

/** Switches the progress line off. */
export const progressOption = switchedOff('do not draw progress on stderr');

/** The version or commit that a run tests, for the list of runs. */
export const buildOption = text(
  '<text>',
  'the tested version or commit of the nodes; the list of runs shows changes (default: the commit, in CI)',
);

/** The build as given, or the commit that a CI system says it runs for. */
export function buildOf(
  given: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  // GitHub, GitLab, Jenkins.
  return [given, env['GITHUB_SHA'], env['CI_COMMIT_SHA'], env['GIT_COMMIT']].find(
    (build) => build !== undefined && build !== '',
  );
}

/** Whether a command is watched in a browser while it runs, and whether that is started. */
export const WATCH_OPTIONS = {
  watch: flag('show it in a browser while it runs, on a free port of this machine'),
  open: switchedOff('with --watch, print the link and start no browser'),
};

/** How long a replay waits for one answer. */
export const deadlineOption = value(
  '<duration>',
  'wait this long for one answer, such as 30s, before it counts as indeterminate',
  durationUpTo(86_400),
);

/** The address of the queue's Redis as given, or as the environment says, where `ps` does not show its password. */
export function redisUrl(
  given: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const url = given ?? env['MILLRACE_REDIS'];
  if (url !== undefined && url !== '') return url;
  throw new InputError({
    message: 'there is no queue to use',
    hint: 'Give the address of a Redis, such as redis://host:6379, or set MILLRACE_REDIS.',
  });
}

/** The options of every command that keeps its results. */
export const KEEPING_OPTIONS = {
  out: outOption,
  json: jsonOption,
  progress: progressOption,
  ...WATCH_OPTIONS,
};

/** The options of every command that judges nodes. */
export const JUDGING_OPTIONS = {
  deadline: deadlineOption,
  out: outOption,
  acceptUnknown: acceptUnknownOption,
  json: jsonOption,
  progress: progressOption,
  ...WATCH_OPTIONS,
};

/** Under which names else what listens may be asked. */
export const allowHostOption = list(
  '<name>',
  'answer requests for this host name, too, and let its pages in; once for each (default: localhost and IP addresses)',
  readHost,
);

// As the address of a request tells it, which is what it is compared with.
function readHost(given: string): string {
  const name = given.includes(':') ? undefined : hostNameIn(given);
  return required(name, 'Expected a host name such as nodes.example.org, without a port.');
}
