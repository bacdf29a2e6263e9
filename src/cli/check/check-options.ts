import { z } from 'zod';
import { InputError } from '../../errors.ts';
import type { AcceptedViolation } from '../../model/check/check-report.ts';
import { OPERATION_KINDS } from '../../model/run/operation.ts';
import { DIALECTS } from '../../rest/dialect-named.ts';
import { CHECKS } from '../../verdict/registry.ts';
import { readYaml } from '../../scenario/text/yaml-document.ts';
import { readInputFile } from '../files/input-file.ts';
import { amountInUnits, countUpTo, durationMs } from '../options/numbers.ts';
import {
  flag,
  JUDGING_OPTIONS,
  oneOf,
  type OptionSpec,
  type OptionValues,
  or,
  readSeed,
  speedOption,
  text,
  value,
} from '../options/option.ts';

const MOST_RUNS = 10_000_000;
const DEFAULT_MS = 60_000;

// Without a path it is true: the folder of cases.
const REPLAY: OptionSpec<string | true | undefined> = {
  form: '[path]',
  says: 'try the cases of a file or folder again (default: cases)',
};

/** After so many different faults a check stops. */
export const DEFAULT_CASES = 5;

/** The options of `millrace check`. */
export const CHECK_OPTIONS = {
  nodes: text('<file>', 'node list of the nodes to check; a contract checks the first one'),
  sandbox: flag('start simulated nodes behind HTTP, check those, stop them'),
  simulated: flag('check simulated nodes on virtual clocks, without HTTP: tests the simulator itself'),
  time: or(
    value(
      '<duration>',
      'start no sequence after so long, such as 60s or 5m; smaller cases included, a check takes a tenth more at most',
      durationMs,
    ),
    DEFAULT_MS,
    '60s',
  ),
  spend: value(
    '<amount>',
    'the most that one call moves, in smallest units (default, of listed nodes without a scenario: 1,000, or a hundredth of the fullest end)',
    amountInUnits,
  ),
  runs: value('<number>', 'at most this number of sequences', countUpTo(MOST_RUNS)),
  cases: or(
    value('<number>', 'stop after this number of different mismatches', countUpTo(1000)),
    DEFAULT_CASES,
  ),
  failFast: flag('stop at the first mismatch, once it is shrunk: --cases 1'),
  seed: or(value('<seed>', 'what sequences are drawn from', readSeed), '1'),
  only: text('<names>', 'only these checks; of a contract only these cases or operations'),
  accepted: text(
    '<file>',
    'known violations, each with its reason: they are counted and not held against the nodes',
  ),
  replay: REPLAY,
  contract: flag("the request/answer cases of the nodes' dialect instead, one after the other"),
  dialect: oneOf('<name>', "which kind of node (default: the node list's, else raiden)", [
    ...DIALECTS.keys(),
  ]),
  node: text('<name>', 'the node of the list that --contract checks (default: the first)'),
  allowChanges: flag(
    'also open and close channels of listed nodes, set their timeouts, mint tokens and move user deposits; without it they are paid, filled and emptied only',
  ),
  caseFolder: or(text('<dir>', 'where cases are written'), 'cases'),
  junit: text('<file>', 'write the findings as JUnit XML'),
  speed: speedOption,
  ...JUDGING_OPTIONS,
};

/** Their values. */
export type CheckOptions = OptionValues<typeof CHECK_OPTIONS>;

const NAMES = [...CHECKS.map(({ name }) => name), 'invariants', 'in-flight'];

const ACCEPTED = z.array(
  z.strictObject({
    check: z.enum(NAMES as [string, ...string[]]),
    call: z.enum(OPERATION_KINDS).exactOptional(),
    seen: z.string().min(1).exactOptional(),
    reason: z.string().min(1),
  }),
);

/** Reads a list of known violations. Throws InputError for what is no such list. */
export function readAccepted(file: string): readonly AcceptedViolation[] {
  const content = readInputFile(file, 'a list of known violations in YAML');
  const read = ACCEPTED.safeParse(readYaml({ file, text: content }).value);
  if (read.success) return read.data;
  throw new InputError(
    read.error.issues.map(({ path, message }) => ({
      place: { file, path: path.map(String).join('.') },
      message,
      hint: 'Expected a list of `{check: NAME, call: KIND, seen: END, reason: TEXT}`; `call` and `seen` may be left out.',
    })),
  );
}

/** The names of checks in a list with commas. Throws InputError for one that does not exist. */
export function checkNames(list: string): readonly string[] {
  const names = list.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !NAMES.includes(name));
  if (unknown === undefined) return names;
  throw new InputError({
    message: `--only: no check is named ${JSON.stringify(unknown)}`,
    hint: `Checks: ${NAMES.join(', ')}.`,
  });
}
