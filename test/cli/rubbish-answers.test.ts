import { RUBBISH } from '../fixtures/rubbish.ts';
import { DRIVING, REPORTING, type RubbishMet, testRubbish } from './rubbish-commands.ts';

// Every kind meets one command here, and each of them in rubbish-answers.long.test.ts.
const driven = RUBBISH.map(
  ([kind, bytes], index): RubbishMet => ({ kind, bytes, command: DRIVING[index % DRIVING.length] ?? 'load' }),
);
const reported = driven
  .filter((_, index) => index % 8 === 0)
  .map((each) => ({ ...each, command: REPORTING[0] }));

testRubbish([
  ...driven,
  ...reported,
  ...reported.slice(0, 1).map((each) => ({ ...each, command: REPORTING[1] })),
]);
