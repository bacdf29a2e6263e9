import { findK6 } from '../../../src/cli/k6/k6-process.ts';

/** Why k6 is not there, to be read behind the name of a test that is skipped; empty where it is. */
export const NO_K6 = whyMissing();

function whyMissing(): string {
  try {
    findK6(process.env);
    return '';
  } catch (error) {
    return ` (skipped: ${(error as Error).message.split('\n')[0]}; npm run k6:build)`;
  }
}
