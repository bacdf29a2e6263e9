import { credentials } from './credentials.ts';
import { fullDisks } from './full-disks.ts';
import type { HardTries } from './hard-tries.ts';
import { hostileAnswers } from './hostile-answers.ts';
import { hostileNodes } from './hostile-nodes.ts';
import { interruptions } from './interruptions.ts';
import { malformedRequests } from './malformed-requests.ts';
import { mutatedFiles } from './mutated-files.ts';
import { twoWriters } from './two-writers.ts';

/** Every kind of try, in the order of the page. */
export const KINDS: readonly HardTries[] = [
  interruptions,
  fullDisks,
  twoWriters,
  mutatedFiles,
  malformedRequests,
  hostileNodes,
  hostileAnswers,
  credentials,
];
