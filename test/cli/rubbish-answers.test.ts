import { RUBBISH } from '../fixtures/rubbish.ts';
import { DRIVING, type RubbishMet, testRubbish } from './rubbish-commands.ts';

// Every kind meets one command here, and each of them in rubbish-answers.long.test.ts.
const driven = RUBBISH.map(
  ([kind, bytes], index): RubbishMet => ({ kind, bytes, command: DRIVING[index % DRIVING.length] ?? 'load' }),
);
const reported = driven
  .filter((_, index) => index % 8 === 0)
  .map((each): RubbishMet => ({ ...each, command: 'report' }));

testRubbish([...driven, ...reported]);
