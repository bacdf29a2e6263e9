import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { CaseFound, CaseSpec, Counterexample, Reproduced } from '../../model/check/counterexample.ts';
import { caseText } from '../../scenario/text/case-text.ts';
import { stepEntry } from '../../scenario/text/step-entry.ts';
import { caseStory } from './case-story.ts';
import type { Shrunk } from './shrink-case.ts';

/** The case file of a disagreement that was made as small as it went. */
export function caseFile({
  shrunk: { tried, shrinking },
  reproduced,
  seed,
  afterSequences,
}: {
  readonly shrunk: Shrunk;
  readonly reproduced: Reproduced;
  readonly seed: string;
  readonly afterSequences: number;
}): Counterexample {
  const { scenario, pace, looks, curl } = tried;
  const found = tried.found as CaseFound;
  const steps = scenario.steps.map((step) => stepEntry(step, { withToken: scenario.tokens.length > 1 }));
  const spec: CaseSpec = { found, pace, ...(looks && { looks }), reproduced };
  const named = [found.check, found.kind ?? '', caseText(tried.text, { question: '', seed, steps })];
  const id = bytesToHex(sha256(utf8ToBytes(JSON.stringify(named)))).slice(0, 8);
  const text = caseText(tried.text, {
    question: `Is this mended: ${withoutStop(found.title)}?`,
    seed,
    steps,
    found: spec,
    comment: [
      ` Found by millrace check: ${found.title}`,
      ` Predicted: ${found.predicted}`,
      ` Observed: ${found.observed}`,
      ` Seen ${reproduced.times} of ${reproduced.of} times. Again: millrace check --replay <this file> --nodes <node list>`,
    ].join('\n'),
  });
  const { run } = tried;
  const story = run === undefined ? { nodes: [], calls: [], balances: [] } : caseStory(run, found);
  return { ...spec, id, text, steps: steps.length, curl, afterSequences, story, shrinking };
}

function withoutStop(title: string): string {
  return title.replace(/[.?!]+$/, '').replaceAll('\n', ' ');
}
