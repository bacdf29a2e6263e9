import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EXIT, exitCodeFor } from '../../src/cli/command.ts';
import { exitCodeOf } from '../../src/cli/run-folder/conclude-run.ts';
import { answeredPoints } from '../../src/jobs/plan/advice.ts';
import { plan } from '../../src/jobs/plan/plan.ts';
import { PLAN_QUESTIONS } from '../../src/jobs/plan/questions.ts';
import { type CaseVerdict, MORE_TIME } from '../../src/model/check/contract-report.ts';
import { LoadAggregate } from '../../src/model/load/load-aggregate.ts';
import { resolvedFigures } from '../../src/model/load/resolved-counts.ts';
import type { Outcome } from '../../src/model/run/operation.ts';
import type { Run, StoredRun } from '../../src/model/run/run.ts';
import { type Document, flattened, type Parts } from '../../src/report/blocks/block.ts';
import { markupOf } from '../../src/report/blocks/block-markup.ts';
import { terminalLines, textOf } from '../../src/report/blocks/terminal.ts';
import { checkDocument } from '../../src/report/check/check-document.ts';
import { checkSentence, checkWord } from '../../src/report/check/check-verdict.ts';
import { junitXml } from '../../src/report/ci/junit.ts';
import { Figures } from '../../src/report/figures/figures.ts';
import { plainText } from '../../src/report/page/markup.ts';
import { planDocument } from '../../src/report/plan/plan-document.ts';
import { htmlReport, runDocument } from '../../src/report/sections/run-document.ts';
import { summaryOf } from '../../src/report/summary.ts';
import { painter } from '../../src/report/words/text-lines.ts';
import { compareRuns } from '../../src/verdict/compare-runs.ts';
import { judgeThresholds } from '../../src/verdict/performance/judge-thresholds.ts';
import { exampleScenario, expectations, NO_ROUTE, payment, smallRun } from '../fixtures/example-runs.ts';
import { loadRun, threshold } from '../fixtures/load-runs.ts';
import { topology } from '../world/world.ts';
import { contractOf, NOTHING, seen } from './check/example-check.ts';

const VERSIONS = { millrace: '0', node: '20' };
const FRAME = { paint: painter(false), width: 500 };

/** The numbers that a pattern captures; a text without them has none. */
const numbers = (text: string, pattern: RegExp): readonly number[] =>
  (pattern.exec(text)?.slice(1) ?? []).map((each) => Number(each.replaceAll(',', '')));
const number = (text: string, pattern: RegExp): number => numbers(text, pattern)[0] ?? 0;
const times = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;
const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
const wholeText = (document: Document): string => textOf(document, { color: false, width: 500 }, 1000);

// What is listed and what is said to be left out are all, on a terminal with few rows as on a page.
function expectAllAccountedFor(blocks: Parts, rows: number): void {
  for (const block of flattened(blocks)) {
    if (block.kind === 'page-only') expectAllAccountedFor(block.blocksOf(), rows);
    else if ('blocks' in block) expectAllAccountedFor(block.blocks, rows);
    const lines = terminalLines([block], FRAME, { rows, most: 12 });
    const [listed, of] = numbers(lines[0] ?? '', /\((\d+) of ([\d,]+)\)/);
    if (block.kind === 'list') expect(of ?? block.items.length).toBe(block.items.length);
    if (block.kind !== 'table') continue;
    expect([listed ?? block.inAll, of ?? block.inAll]).toEqual([lines.length - 1, block.inAll]);
    expect(block.rows.length + number(plainText(markupOf([block])), /And ([\d,]+) more/)).toBe(block.inAll);
  }
}

const SUCCEEDED: Outcome = { kind: 'succeeded', status: 200 };
const OUTCOMES: readonly Outcome[] = [
  SUCCEEDED,
  NO_ROUTE,
  { kind: 'indeterminate', cause: 'deadline', detail: '', resolved: 'did-not-happen' },
  { kind: 'indeterminate', cause: 'connection-broken', detail: '', resolved: 'happened' },
  { kind: 'indeterminate', cause: 'deadline', detail: '', resolved: 'pending' },
  { kind: 'indeterminate', cause: 'deadline', detail: '', resolved: 'unknown' },
];
const EXPECTED = ['success_rate >= 50 %', 'drained_channels == 0', 'failed <= 3', 'payments > 20'];
const THRESHOLDS = [
  ['payments_succeeded', '>'],
  ['answered', '>'],
  ['payments_failed', '<'],
  ['payments_indeterminate', '<'],
] as const;
const VERDICTS = ['holds', 'violated', 'unknown', 'not-checked'] as const;

// Every third payment is a step whose outcome the scenario states.
const runOf = (outcomes: readonly Outcome[], header: Partial<Run['header']> = {}): Run => {
  const base = smallRun();
  const records = outcomes.map((outcome, id) => {
    // Answers take 20 ms; a payment without an answer takes as long as its payer waits.
    const latencyMs = outcome.kind === 'indeterminate' ? 30_000 : 20;
    const made = payment(id, { path: ['alice', 'hub', 'shop'], amount: 10n, outcome, latencyMs });
    const operation = {
      ...made.operation,
      ...(id % 3 === 0 && { expected: { kind: 'succeeded' as const } }),
    };
    return { ...made, operation };
  });
  return { ...base, records, header: { ...base.header, ...header } };
};

const anyRun: fc.Arbitrary<StoredRun> = fc
  .record({
    job: fc.constantFrom('simulate', 'replay', 'load'),
    // Half of the runs have no failure.
    outcomes: fc
      .constantFrom([SUCCEEDED], OUTCOMES)
      .chain((kinds) => fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 70 })),
    expect: fc.subarray(EXPECTED).map((texts) => expectations(...texts)),
    percent: fc.integer({ min: 10, max: 99 }),
    verdicts: fc.array(fc.constantFrom(...VERDICTS), { minLength: 1, maxLength: 4 }),
    kept: fc.constantFrom('all', 'sample'),
  })
  .map(({ job, outcomes, expect: expected, percent, verdicts, kept }) => {
    const run = runOf(outcomes, { job, scenario: exampleScenario({ expect: expected }) });
    const predicted = runOf(outcomes.map(() => SUCCEEDED));
    if (job === 'simulate') return run;
    if (job === 'replay')
      return { ...run, prediction: predicted, comparison: compareRuns({ observed: run, predicted }) };
    const aggregate = new LoadAggregate();
    for (const record of run.records) aggregate.add(record);
    const wanted = THRESHOLDS.map(([metric, relation]) => threshold(metric, `rate${relation}0.${percent}`));
    const thresholds = judgeThresholds(wanted, resolvedFigures(aggregate, run.records));
    const checks = verdicts.map((verdict, at) => ({ name: `check ${at}`, detail: '2 nodes', verdict }));
    const { load } = loadRun({ aggregate, kept: { kind: kept, of: outcomes.length }, checks, thresholds });
    return { ...run, load };
  });

/** How the payments of a run ended, once reading has shown it of those without an answer. */
function endsOf({ records }: StoredRun) {
  const count = (...ends: readonly string[]): number =>
    [...records].filter(({ outcome }) => {
      const { kind } = outcome;
      return ends.includes(kind === 'indeterminate' ? (outcome.resolved ?? kind) : kind);
    }).length;
  return {
    payments: records.length,
    answered: count('succeeded'),
    refused: count('failed'),
    succeeded: count('succeeded', 'happened'),
    failed: count('failed', 'did-not-happen'),
    indeterminate: count('pending', 'unknown'),
  };
}

it('the sentence of a run has the counts of its figures, in text, summary.json and exit code', () => {
  const property = fc.property(anyRun, fc.integer({ min: 1, max: 4 }), (run, rows) => {
    const figures = new Figures(run);
    const document = runDocument(figures);
    const text = wholeText(document);
    const { verdict, expectations: judged, metrics, comparison, load, failures } = summaryOf(run, figures);
    const { sentence } = verdict;
    const missed = judged.filter(({ met }) => !met).length;
    const found = numbers(sentence, /(\d+) of (\d+) expectations? not met/);
    expect(found).toEqual(missed === 0 ? [] : [missed, judged.length]);
    expect(times(text, /^ {2}✗ (success|depleted|failed|payments)/gm)).toBe(missed);
    const steps = number(sentence, /([\d,]+) steps? did not end as/);
    expect(number(text, /([\d,]+) steps? with an unexpected outcome/)).toBe(steps);
    const { answered, refused, ...ends } = endsOf(run);
    const { payments, succeeded, failed, indeterminate } = ends;
    const page = plainText(htmlReport(run));
    for (const shown of [text, page])
      expect(numbers(shown, /([\d,]+) of ([\d,]+); ([\d,]+) failed/)).toEqual([succeeded, payments, failed]);
    const shares = { success_rate: succeeded / payments, volume_rate: succeeded / payments };
    expect(metrics).toMatchObject({ ...ends, ...shares, volume: 10 * succeeded });
    if (answered > 0 && run.load) expect(metrics['latency_p99_ms']).toBeCloseTo(20, 0);
    expect(sum(Object.values(failures.byReason))).toBe(failed);
    expect(failures.byReason['no-answer'] ?? 0).toBe(failed - refused);
    expect(number(sentence, /([\d,]+) differences?/)).toBe(comparison?.differences ?? 0);
    expect(times(text, /based on/g)).toBe(comparison?.differences ?? 0);
    if (comparison !== undefined) {
      const counts = numbers(text, /Compared +(\d+) agree · (\d+) differ · (\d+) unknown · (\d+) explained/);
      expect(counts).toEqual(Object.values(comparison.counts));
      expect(sum(counts)).toBe(run.records.length);
    }
    if (load) {
      expect(load.counts).toMatchObject(ends);
      expect(load.reasons).toEqual(failures.byReason);
      const succeededRate = /share of payments that succeeded more than \d+ % +([\d.]+) %/;
      expect(number(text, succeededRate)).toBeCloseTo((100 * answered) / payments, 1);
      expect(page).not.toMatch(/5 min at most/);
      const shown = [answered, answered + refused, failed, indeterminate].map((count) => count / payments);
      expect(load.thresholds.map(({ actual }) => actual)).toEqual(shown);
    }
    const unmet = load?.thresholds.filter(({ met }) => !met).length ?? 0;
    expect(number(sentence, /(\d+) of \d+ thresholds? not met/)).toBe(unmet);
    expect(times(text, /^ {2}✗ share of payments/gm)).toBe(unmet);
    const [holds = 0, violated = 0, unknown = 0] = VERDICTS.map(
      (each) => load?.checks.filter((check) => check.verdict === each).length ?? 0,
    );
    expect(number(sentence, /(\d+) checks? violated/)).toBe(violated);
    const made = holds + violated + unknown;
    const xml = junitXml(run);
    expect(times(xml, /<failure message="is /g)).toBe(unmet);
    expect(times(xml, /<failure message="(success_rate|drained_channels|failed|payments) is /g)).toBe(missed);
    if (load) expect(times(xml, /<skipped/g)).toBe(load.checks.length - made);
    expect(numbers(text, /Checks +(\d+) of (\d+) hold/)).toEqual(made === 0 ? [] : [holds, made]);
    const broken = number(sentence, /(\d+) invariants? broken/);
    const faults = missed + steps + (comparison?.differences ?? 0) + unmet + violated + unknown + broken;
    expect(exitCodeOf(run, { figures }) === EXIT.asExpected).toBe(faults === 0);
    expectAllAccountedFor(document.body, rows);
  });
  fc.assert(property, { numRuns: 200 });
});

const anyVerdict = fc.constantFrom<CaseVerdict>(
  { kind: 'agrees' },
  { kind: 'differs', expected: '200', observed: '500', curl: 'curl' },
  { kind: 'not-run', needs: MORE_TIME },
  { kind: 'not-run', needs: 'a channel with 100 units' },
  { kind: 'unknown', why: 'a request before was not answered' },
);
const anyCheck = fc.record({
  contract: fc.array(anyVerdict, { maxLength: 40 }).map((verdicts) => contractOf(...verdicts)),
  found: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 3 }),
  counts: fc.record({ held: fc.nat(2000), accepted: fc.nat(3), unknown: fc.nat(3) }),
});

it('the sentence of a check has the counts of its figures, and the exit code fits', () => {
  const property = fc.property(
    anyCheck,
    fc.integer({ min: 1, max: 4 }),
    ({ contract, found, counts }, rows) => {
      const sequences = { ...counts, violated: found.filter((seenAgain) => seenAgain > 0).length };
      const report = { ...NOTHING, sequences, contract, counterexamples: found.map(seen) };
      const check = { report, subject: 'nodes', command: '', again: () => 'again', versions: VERSIONS };
      const document = checkDocument(check);
      const [text, sentence] = [wholeText(document), checkSentence(report)];
      const [failed = 0, all] = numbers(sentence, /([\d,]+) of ([\d,]+) sequences? failed/);
      expect([failed, all]).toEqual([sequences.violated, sum(Object.values(sequences))]);
      const kinds = /^Sequences +([\d,]+) held, ([\d,]+) failed, ([\d,]+) accepted, ([\d,]+) unknown/m;
      expect(sum(numbers(text, kinds))).toBe(all);
      expect(number(sentence, /(\d+) mismatch/)).toBe(failed);
      expect(times(text, /^Reproduced/gm)).toBe(found.length);
      const [different = 0, judged = 0] = numbers(sentence, /([\d,]+) of ([\d,]+) contract cases? differ/);
      const skipped = number(sentence, /([\d,]+) contract cases? skipped/);
      expect(judged + skipped + number(text, /(\d+) contract cases? could not/)).toBe(contract.cases.length);
      expect(times(text, /^ {2}✗ /gm)).toBe(different);
      const code = exitCodeFor(checkWord(report), { acceptUnknown: false });
      expect(code === EXIT.notAsExpected).toBe(failed + different > 0);
      expectAllAccountedFor(document.body, rows);
    },
  );
  fc.assert(property, { numRuns: 100 });
});

const anyPlan = fc.record({
  money: fc.integer({ min: 10, max: 90 }),
  budget: fc.integer({ min: 20, max: 400 }),
  goal: fc.integer({ min: 50, max: 99 }),
  questions: fc.subarray([...PLAN_QUESTIONS], { minLength: 1 }),
});

it('the sentence of a plan has the money of its table', async () => {
  const property = fc.asyncProperty(anyPlan, fc.integer({ min: 1, max: 4 }), async (any, rows) => {
    const { money, budget, goal, questions } = any;
    const text = `
question: What does a hub need?
seed: ${money}
network: {topology: ${topology(`hub ${money} - 60 ann, hub 60 - ${money} ben, ann 20 - 20 ben`)}}
traffic:
  - arrivals: {poisson: {perSecond: 5}}
    count: 12
    amounts: {uniform: {min: 1, max: 40}}
    pairs: {list: [[ann, ben], [ben, hub]]}
plan: {goal: "success_rate >= ${goal}%", replications: 2, fund: {budget: ${budget}, step: 10}}
`;
    const made = await plan({ source: { file: 'hub.yaml', text }, questions });
    const answered = answeredPoints(made);
    const document = planDocument({ ...made, answered, command: '', versions: VERSIONS });
    const shown = wholeText(document);
    const [sentence = ''] = /^[✓✗?].*$/m.exec(shown) ?? [];
    const [ends = 0, added] = numbers(shown, /Total of ([\d,]+) ends?: .* then, \+?([\d,]+)\.$/m);
    expect(ends).toBe(answered[0]?.moves[0]?.moves.length ?? 0);
    const advised = numbers(sentence, /Add ([\d,]+) TOK at ([\d,]+) ends?/);
    if (advised.length > 0) expect(advised).toEqual([added, ends]);
    const placed = sum((made.result.fund?.ends ?? []).map(({ amount }) => Number(amount)));
    for (const each of numbers(shown, /With ([\d,]+) TOK more where/)) expect(each).toBe(placed);
    const isReached = made.result.points[0]?.goal === 'met' || advised.length > 0;
    expect(sentence.startsWith('✓')).toBe(isReached);
    expectAllAccountedFor(document.body, rows);
  });
  await fc.assert(property, { numRuns: 8 });
});
