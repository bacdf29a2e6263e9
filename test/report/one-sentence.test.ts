import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXIT, exitCodeFor } from '../../src/cli/command.ts';
import { exitCodeOf } from '../../src/cli/run-folder/conclude-run.ts';
import { answeredPoints } from '../../src/jobs/plan/advice.ts';
import { plan } from '../../src/jobs/plan/plan.ts';
import { PLAN_QUESTIONS } from '../../src/jobs/plan/questions.ts';
import { type CaseVerdict, MORE_TIME } from '../../src/model/check/contract-report.ts';
import { LoadAggregate } from '../../src/model/load/load-aggregate.ts';
import { resolvedFigures } from '../../src/model/load/resolved-counts.ts';
import type { OperationRecord, Outcome } from '../../src/model/run/operation.ts';
import type { StoredRun } from '../../src/model/run/run.ts';
import { type Block, type Document, flattened, type Parts } from '../../src/report/blocks/block.ts';
import { markupOf } from '../../src/report/blocks/block-markup.ts';
import { terminalLines, textOf } from '../../src/report/blocks/terminal.ts';
import { checkDocument } from '../../src/report/check/check-document.ts';
import { checkJson, checkWord } from '../../src/report/check/check-verdict.ts';
import { Figures } from '../../src/report/figures/figures.ts';
import { planDocument } from '../../src/report/plan/plan-document.ts';
import { runDocument } from '../../src/report/sections/run-document.ts';
import { summaryOf } from '../../src/report/summary.ts';
import { plainText } from '../../src/report/page/markup.ts';
import { painter } from '../../src/report/words/text-lines.ts';
import { compareRuns } from '../../src/verdict/compare-runs.ts';
import { judgeThresholds } from '../../src/verdict/performance/judge-thresholds.ts';
import {
  exampleScenario,
  expectations,
  NO_ROUTE,
  payment,
  smallRun,
  withoutTrace,
} from '../fixtures/example-runs.ts';
import { topology } from '../world/world.ts';
import { loadRun } from '../fixtures/load-runs.ts';
import { contractOf, NOTHING, seen } from './check/example-check.ts';

const FRAME = { paint: painter(false), width: 500 };

/** The numbers that a pattern captures; those of a text that has none are 0. */
const numbers = (text: string, pattern: RegExp): readonly number[] =>
  (pattern.exec(text)?.slice(1) ?? []).map((each) => Number((each ?? '0').replaceAll(',', '')));
const number = (text: string, pattern: RegExp): number => numbers(text, pattern)[0] ?? 0;
const allBlocks = (parts: Parts): readonly Block[] =>
  flattened(parts).flatMap((block) => {
    if (block.kind === 'page-only') return allBlocks(block.blocksOf());
    return [block, ...('blocks' in block ? allBlocks(block.blocks) : [])];
  });

// What is listed and what is said to be left out are all there is, on a terminal with few rows as on a page.
function expectAllAccountedFor({ body }: Document, rows: number): void {
  for (const block of allBlocks(body)) {
    if (block.kind !== 'table' && block.kind !== 'list') continue;
    const all = block.kind === 'table' ? block.inAll : block.items.length;
    const text = terminalLines([block], FRAME, { rows, most: 12 }).join('\n');
    const page = plainText(markupOf([block]));
    const left = number(page, /And ([\d,]+) more/);
    if (block.kind === 'table') {
      const lines = text === '' ? 0 : text.split('\n').length - 1;
      expect(numbers(text.split('\n')[0] ?? '', /\((\d+) of ([\d,]+)\)/)).toEqual(
        lines === all ? [] : [lines, all],
      );
      expect(block.rows.length + left).toBe(all);
    } else expect(numbers(text, /\((\d+) of ([\d,]+)\)/)[1] ?? all).toBe(all);
  }
}

const OUTCOMES: readonly Outcome[] = [
  { kind: 'succeeded', status: 200 },
  NO_ROUTE,
  { kind: 'indeterminate', cause: 'deadline', detail: '', resolved: 'did-not-happen' },
  { kind: 'indeterminate', cause: 'connection-broken', detail: '', resolved: 'happened' },
  { kind: 'indeterminate', cause: 'deadline', detail: '', resolved: 'unknown' },
];
const anyOutcomes = fc.array(fc.constantFrom(...OUTCOMES), { minLength: 1, maxLength: 70 });
const anyExpectations = fc
  .subarray(['success_rate >= 50 %', 'drained_channels == 0', 'failed <= 3', 'payments > 20'])
  .map((texts) => exampleScenario({ expect: expectations(...texts) }));
const recordsOf = (outcomes: readonly Outcome[]): readonly OperationRecord[] =>
  outcomes.map((outcome, id) => {
    const made = payment(id, { path: ['alice', 'hub', 'shop'], amount: 10n, outcome });
    return id % 3 === 0
      ? { ...made, operation: { ...made.operation, expected: { kind: 'succeeded' } } }
      : made;
  });

const anyRun: fc.Arbitrary<StoredRun> = fc
  .tuple(
    fc.constantFrom('simulate', 'replay', 'load'),
    anyOutcomes,
    anyExpectations,
    fc.integer({ min: 0, max: 99 }),
  )
  .map(([job, outcomes, scenario, rate]) => {
    const records = recordsOf(outcomes);
    const base = smallRun();
    const run = { ...base, records, header: { ...base.header, scenario, job } as StoredRun['header'] };
    if (job === 'simulate') return run;
    if (job === 'replay') {
      const predicted = {
        ...base,
        records: recordsOf(outcomes.map(() => ({ kind: 'succeeded', status: 200 }))),
      };
      const observed = { ...run, records: records.map(withoutTrace) };
      return { ...observed, prediction: predicted, comparison: compareRuns({ observed, predicted }) };
    }
    const aggregate = new LoadAggregate();
    for (const record of records) aggregate.add(record);
    const wanted = ['payments_succeeded', 'answered'].map((metric) => {
      return { metric, condition: `rate>0.${rate}`, abortOnFail: false, delayAbortEvalMs: 0 };
    });
    const thresholds = judgeThresholds(wanted, resolvedFigures(aggregate, records));
    const verdicts = ['holds', 'violated', 'unknown', 'not-checked'] as const;
    const checks = ['sums', 'overdrawn', 'recovery', 'answers'].map((name, at) => {
      return { name, detail: '2 nodes', verdict: verdicts[(rate >> at) % 4] ?? 'holds' } as const;
    });
    const kept = { kind: 'all', of: records.length } as const;
    return {
      ...loadRun({ aggregate, kept, checks, thresholds }),
      records,
      header: { ...run.header, pace: 'scenario' },
    } as StoredRun;
  });

describe('the sentence of a run', () => {
  it('counts what the figures below it show, on the terminal, in summary.json and on the page', () => {
    fc.assert(
      fc.property(anyRun, fc.integer({ min: 1, max: 4 }), (run, rows) => {
        const figures = new Figures(run);
        const document = runDocument(figures);
        const summary = summaryOf(run, figures);
        const { sentence, word } = summary.verdict;
        const text = textOf(document, { color: false, width: 500 }, 1000);
        const { expectations: judged, metrics, comparison, load } = summary;
        const missed = judged.filter(({ met }) => !met).length;
        expect(numbers(sentence, /(\d+) of (\d+) expectations? not met/)).toEqual(
          missed === 0 ? [] : [missed, judged.length],
        );
        const unmet = [...text.matchAll(/^ {2}✗ (success|depleted|failed|payments).*$/gm)].length;
        expect(unmet).toBe(missed);
        const steps = number(sentence, /([\d,]+) steps? did not end as/);
        expect(number(text, /([\d,]+) steps? with an unexpected outcome/)).toBe(steps);
        const [succeeded, all, failed] = numbers(text, /([\d,]+) of ([\d,]+); ([\d,]+) failed/);
        expect([succeeded, all, failed]).toEqual([
          metrics['succeeded'],
          metrics['payments'],
          metrics['failed'],
        ]);
        expect((succeeded ?? 0) + (failed ?? 0) + (metrics['indeterminate'] ?? 0)).toBe(all);
        expect(Object.values(summary.failures.byReason).reduce((sum, count) => sum + count, 0)).toBe(failed);
        expect(number(sentence, /([\d,]+) differences?/)).toBe(comparison?.differences ?? 0);
        if (comparison !== undefined) {
          const counts = numbers(
            text,
            /Compared +([\d,]+) agree · ([\d,]+) differ · ([\d,]+) unclear · ([\d,]+) explained/,
          );
          expect(counts).toEqual(Object.values(comparison.counts));
          expect(counts.reduce((sum, count) => sum + count, 0)).toBe(run.records.length);
          expect([...text.matchAll(/decided by/g)].length).toBe(comparison.differences);
        }
        if (load !== undefined) {
          const unreached = load.thresholds.filter(({ met }) => !met).length;
          expect(number(sentence, /(\d+) of \d+ thresholds? not met/)).toBe(unreached);
          expect([...text.matchAll(/^ {2}✗ share of payments/gm)].length).toBe(unreached);
          const of = (verdict: string): number =>
            load.checks.filter((check) => check.verdict === verdict).length;
          expect(number(sentence, /(\d+) checks? violated/)).toBe(of('violated'));
          expect(numbers(text, /Checks +(\d+) of (\d+) hold/)).toEqual(
            of('not-checked') === 4 ? [] : [of('holds'), 4 - of('not-checked')],
          );
        }
        expect(exitCodeOf(run, { figures }) === EXIT.asExpected).toBe(word === 'as-expected');
        expectAllAccountedFor(document, rows);
      }),
      { numRuns: 60 },
    );
  });
});

const anyVerdict = fc.constantFrom<CaseVerdict>(
  { kind: 'agrees' },
  { kind: 'differs', expected: '200', observed: '500', curl: 'curl' },
  { kind: 'not-run', needs: MORE_TIME },
  { kind: 'not-run', needs: 'a channel with 100 units' },
  { kind: 'unknown', why: 'a request before was not answered' },
);
const anyCheck = fc
  .record({
    verdicts: fc.array(anyVerdict, { maxLength: 40 }),
    found: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 3 }),
    held: fc.nat(2000),
    unknown: fc.nat(3),
    accepted: fc.nat(3),
  })
  .map(({ verdicts, found, held, unknown, accepted }) => {
    const violated = found.filter((times) => times > 0).length;
    const sequences = { held, violated, accepted, unknown: unknown + found.length - violated };
    const contract = contractOf(...verdicts);
    return { ...NOTHING, calls: 10 * held, sequences, contract, counterexamples: found.map(seen) };
  });

describe('the sentence of a check', () => {
  it('counts what the figures below it show, and the exit code fits', () => {
    fc.assert(
      fc.property(anyCheck, fc.integer({ min: 1, max: 4 }), (report, rows) => {
        const { counterexamples, sequences, contract } = report;
        const versions = { millrace: '0', node: '20' };
        const check = { report, subject: 'nodes', command: 'millrace check', again: () => 'again', versions };
        const document = checkDocument(check);
        const text = textOf(document, { color: false, width: 500 }, 1000);
        const { sentence } = JSON.parse(checkJson(report)) as { readonly sentence: string };
        const [failed, all] = numbers(sentence, /([\d,]+) of ([\d,]+) sequences? failed/);
        expect([failed, all]).toEqual([
          sequences.violated,
          sequences.held + sequences.violated + sequences.accepted + sequences.unknown,
        ]);
        const counts = /^Sequences +(.*)$/m.exec(text)?.[1]?.match(/[\d,]*\d/g) ?? [];
        expect(counts.reduce((sum, count) => sum + number(count, /(.+)/), 0)).toBe(all);
        expect(number(sentence, /(\d+) mismatch/)).toBe(failed);
        expect([...text.matchAll(/^Reproduced/gm)].length).toBe(counterexamples.length);
        const [different, judged] = numbers(sentence, /([\d,]+) of ([\d,]+) contract cases? differ/);
        const skipped = number(sentence, /([\d,]+) contract cases? skipped/);
        const unclear = number(text, /([\d,]+) contract cases? could not/);
        expect((judged ?? 0) + skipped + unclear).toBe(contract.cases.length);
        expect([...text.matchAll(/^ {2}✗ /gm)].length).toBe(different ?? 0);
        const code = exitCodeFor(checkWord(report), { acceptUnknown: false });
        expect(code === EXIT.notAsExpected).toBe((failed ?? 0) + (different ?? 0) > 0);
        expectAllAccountedFor(document, rows);
      }),
      { numRuns: 60 },
    );
  });
});

const anyPlan = fc.record({
  money: fc.integer({ min: 10, max: 90 }),
  budget: fc.integer({ min: 20, max: 400 }),
  goal: fc.integer({ min: 50, max: 99 }),
  seed: fc.nat(99),
  questions: fc.subarray([...PLAN_QUESTIONS], { minLength: 1 }),
});

describe('the sentence of a plan', () => {
  it('has the money of the table below it', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyPlan,
        fc.integer({ min: 1, max: 4 }),
        async ({ money, budget, goal, seed, questions }, rows) => {
          const text = `
question: What does a hub need?
seed: ${seed}
network: {topology: ${topology(`hub ${money} - 60 ann, hub 60 - ${money} ben, ann 20 - 20 ben`)}}
traffic:
  - arrivals: {poisson: {perSecond: 5}}
    count: 12
    amounts: {uniform: {min: 1, max: 40}}
    pairs: {list: [[ann, ben], [ben, hub]]}
plan: {goal: "success_rate >= ${goal}%", replications: 2, fund: {budget: ${budget}, step: 10}, remove: {nodes: 1, channels: 1}}
`;
          const made = await plan({ source: { file: 'hub.yaml', text }, questions });
          const versions = { millrace: '0', node: '20' };
          const facts = { ...made, answered: answeredPoints(made), command: 'millrace plan', versions };
          const document = planDocument(facts);
          const shown = textOf(document, { color: false, width: 500 }, 1000);
          const [sentence = ''] = /^[✓✗?].*$/m.exec(shown) ?? [];
          const [moved] = facts.answered[0]?.moves ?? [];
          const [ends, sum] = numbers(shown, /In all ([\d,]+) ends?: .* then, \+?([\d,]+)\.$/m);
          expect(ends ?? 0).toBe(moved?.moves.length ?? 0);
          if (sentence.includes('Add '))
            expect(numbers(sentence, /Add ([\d,]+) TOK at ([\d,]+) ends?/)).toEqual([sum, ends]);
          const funded = made.result.fund?.ends.reduce((total, { amount }) => total + Number(amount), 0);
          for (const each of numbers(shown, /With ([\d,]+) TOK more where/)) expect(each).toBe(funded);
          expect(sentence.startsWith('✓')).toBe(
            made.result.points[0]?.goal === 'met' || sentence.includes('Add '),
          );
          expectAllAccountedFor(document, rows);
        },
      ),
      { numRuns: 8 },
    );
  });
});
