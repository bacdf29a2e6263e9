import { RUBBISH } from '../fixtures/rubbish.ts';
import { DRIVING, REPORTING, testRubbish } from './rubbish-commands.ts';

testRubbish(
  RUBBISH.flatMap(([kind, bytes]) => [...DRIVING, ...REPORTING].map((command) => ({ kind, bytes, command }))),
);
