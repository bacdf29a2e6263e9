import { RUBBISH } from '../fixtures/rubbish.ts';
import { DRIVING, testRubbish } from './rubbish-commands.ts';

testRubbish(
  RUBBISH.flatMap(([kind, bytes]) =>
    ([...DRIVING, 'report'] as const).map((command) => ({ kind, bytes, command })),
  ),
);
