import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { isSeed, SEED_RULE } from '../../model/scenario/seed.ts';
import { numberUpTo } from './numbers.ts';

/** Another seed than the scenario's. */
export function seedOption() {
  return new Option('--seed <seed>', "use this seed instead of the scenario's").argParser((text): string => {
    if (isSeed(text)) return text;
    throw new InvalidArgumentError(`A seed is ${SEED_RULE}.`);
  });
}

/** Where run folders go. */
export function outOption() {
  return new Option('--out <dir>', 'folder for reports')
    .argParser((text): string => {
      // An unset variable in a script; the working directory itself is `.`.
      if (text === '') throw new InvalidArgumentError('Expected a folder.');
      return text;
    })
    .default('reports');
}

/** How operations follow each other. */
export function paceOption() {
  return new Option(
    '--pace <pace>',
    'scenario: each operation when it is due; sequential: one after the other, at rest between them',
  ).choices(['scenario', 'sequential'] as const);
}

/** Of which payments a simulation tells how they went. */
export function tracesOption() {
  return new Option(
    '--traces <which>',
    'keep the path and hops of all payments, of those that failed, or of none; figures are the same',
  )
    .choices(['all', 'failures', 'none'] as const)
    .default('all' as const);
}

/** How many times faster than real time a sandbox's clock runs. */
export function speedOption() {
  return new Option('--speed <factor>', 'run the sandbox this many times faster than real time').argParser(
    numberUpTo(1_000_000, ', at most'),
  );
}

/** Summary as JSON on stdout; all else goes to stderr. */
export function jsonOption() {
  return new Option('--json', 'print the summary as JSON on stdout, everything else on stderr').default(
    false,
  );
}

/** Takes for a success what could not be checked for want of a reading. */
export function acceptUnknownOption() {
  return new Option(
    '--accept-unknown',
    'exit code 0 although something could not be read, and so not checked, if nothing contradicts it',
  ).default(false);
}

/** Switches the progress line off. */
export function noProgressOption() {
  return new Option('--no-progress', 'do not draw progress on stderr');
}

/** How long a replay waits for one answer. */
export function deadlineOption() {
  return new Option(
    '--deadline <seconds>',
    'wait this long for one answer before it counts as indeterminate',
  ).argParser(numberUpTo(86_400, ', at most'));
}
