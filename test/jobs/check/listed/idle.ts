import { readCase } from '../../../../src/jobs/check/sequence.ts';
import type { Scenario } from '../../../../src/model/scenario/scenario.ts';

/** The nodes of a case, and nothing to do. */
export const idle = (text: string): Scenario => ({ ...readCase(text), steps: [] });
