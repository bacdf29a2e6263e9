import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesUnder, folderWith, GOOD_SCENARIO } from '../e2e/built-cli.ts';
import type { OptionRule } from '../../src/cli/command.ts';
import { runProgram } from './run-program.ts';
import { flagOf, type OptionSpec } from '../../src/cli/options/option.ts';
import { allCommands } from '../../src/cli/program.ts';

const run = (...args: readonly string[]) => runProgram(args, { tellsFailure: true });

describe('the program', async () => {
  const commands = (await allCommands()).map(({ name }) => name);

  it('has the commands of the documentation', () => {
    const page = readFileSync(new URL('../../docs/command-line.md', import.meta.url), 'utf8');
    const sections = [...page.matchAll(/^## millrace (\w+)$/gm)].map(([, name]) => name);
    expect(new Set(sections)).toEqual(new Set(commands));
  });

  it.each(commands)('%s shows examples in its help, on stdout', async (command) => {
    const { out, note, code } = await run(command, '--help');
    expect({ note, code }).toEqual({ note: '', code: 0 });
    expect(out).toContain(`Usage: millrace ${command}`);
    expect(out).toMatch(new RegExp(`Examples:\n  \\$ millrace ${command}`));
  });

  it('prints the JSON Schema of scenario files', async () => {
    expect(JSON.parse((await run('schema')).out)).toMatchObject({ title: 'Millrace scenario' });
  });

  it('says its version', async () => {
    expect((await run('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it.each([
    ['an unknown command', ['simulat', 'a.yaml'], "unknown command 'simulat'\n(Did you mean simulate?)"],
    [
      'an unknown option',
      ['simulate', 'a.yaml', '--sed', '8'],
      "unknown option '--sed'\n(Did you mean --seed?)",
    ],
    ['a missing argument', ['simulate'], "missing required argument 'scenario'"],
    ['an argument too many', ['simulate', 'a.yaml', 'b.yaml'], 'too many arguments'],
  ])('refuses %s', async (_what, args, message) => {
    const { note, code } = await run(...args);
    expect(note).toContain(message);
    expect(code).toBe(2);
  });
});

it.each([
  ['simulate', '--pace', 'sequential'],
  ['replay', '--sandbox', '--speed', '500'],
  ['load', '--sandbox', '--deadline', '20s'],
])('a report says how the same is done again: %s', async (command, ...options) => {
  const folder = folderWith({ 'a scenario.yaml': GOOD_SCENARIO });
  const words = [`'${join(folder, 'a scenario.yaml')}'`, ...options, '--out', folder].join(' ');
  await run(command, join(folder, 'a scenario.yaml'), ...options, '--out', folder, '--no-progress');
  const report = filesUnder(folder).find((file) => file.endsWith('/report.html')) ?? '';
  expect(readFileSync(join(folder, report), 'utf8')).toContain(escaped(`millrace ${command} ${words}`));
});

const escaped = (text: string): string => text.replaceAll("'", '&#39;');

describe('what every command refuses', async () => {
  for (const { name, arguments: parameters, options, rules } of await allCommands()) {
    const operands = parameters.filter(({ form }) => form.startsWith('<')).map(() => 'a.yaml');

    it.each(Object.entries(options).filter(([, { form = '' }]) => form.startsWith('<')))(
      `${name}: %s without its value`,
      async (key, option) => {
        const { note, code } = await run(name, ...operands, flagOf(key));
        expect(note).toContain(`${flagOf(key)} ${option.form ?? ''}' argument missing`);
        expect(code).toBe(2);
      },
    );

    it.each(Object.entries(options).filter(([, each]) => each.read ?? each.choices))(
      `${name}: %s with rubbish for its value`,
      async (key) => {
        // One that a reader takes may be acted on: nothing is tried after the first refusal.
        const isRefused = (await refusedValue(options, key, '')) || (await refusedValue(options, key, 'a/b'));
        expect(isRefused).toBe(true);
      },
    );

    it.each(rules.flatMap((rule) => broken(rule).map((given) => [given.join(' '), rule] as const)))(
      `${name} %s`,
      async (given, rule) => {
        const target = rules.flatMap((each) => ('oneOf' in each ? [each.oneOf] : []))[0] ?? [];
        const keys = given === '' ? [] : given.split(' ');
        const isAimed = 'oneOf' in rule || target.length === 0 || keys.some((key) => target.includes(key));
        const args = [...keys, ...(isAimed ? [] : ['sandbox'])].flatMap((key) => wordsOf(key, options[key]));
        const { note, code } = await run(name, ...operands, ...args);
        expect(note).toContain(messageOf(rule, keys));
        expect(note).toContain(rule.hint);
        expect(code).toBe(2);
      },
    );

    async function refusedValue(specs: typeof options, key: string, text: string): Promise<boolean> {
      const { note, code } = await run(name, ...operands, flagOf(key), text);
      const { short, form = '' } = specs[key] as OptionSpec;
      const flags = `${short === undefined ? '' : `${short}, `}${flagOf(key)} ${form}`;
      return code === 2 && note.includes(`option '${flags}' argument '${text}' is invalid.`);
    }
  }
});

/** The options of command lines that break the rule. */
function broken(rule: OptionRule): readonly (readonly string[])[] {
  if ('oneOf' in rule) return [[], rule.oneOf.slice(0, 2)];
  return 'excludes' in rule ? rule.excludes.map((other) => [rule.option, other]) : [[rule.option]];
}

function messageOf(rule: OptionRule, keys: readonly string[]): string {
  if ('oneOf' in rule) return rule.what;
  if (!('excludes' in rule)) return rule.message;
  return rule.message ?? `${keys.map((key) => flagOf(key)).join(' and ')} contradict each other`;
}

function wordsOf(key: string, option: OptionSpec | undefined): readonly string[] {
  if (option === undefined) return ['a.yaml'];
  return option.form?.startsWith('<') ? [flagOf(key), option.choices?.[0] ?? '1'] : [flagOf(key)];
}
