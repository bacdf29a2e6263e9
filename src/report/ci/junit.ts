import { earlierTransfers } from '../../model/earlier-transfers.ts';
import type { Finding } from '../../model/run/finding.ts';
import type { OperationRecord } from '../../model/run/operation.ts';
import type { StoredRun } from '../../model/run/run.ts';
import type { Expectation } from '../../model/scenario/expectation.ts';
import { describeOperation, describeOutcome } from '../../model/run/describe-operation.ts';
import { Figures } from '../figures/figures.ts';
import { type FieldPath, junitDocument, type TestCase, type TestSuites } from './junit-document.ts';
import { baselineValue } from '../words/metric-words.ts';
import { readable } from '../words/number-format.ts';
import { isStated } from '../figures/unexpected-steps.ts';
import { earlierText } from '../figures/standing.ts';
import { judgedExpectations, unknownsOf } from '../figures/verdict.ts';

/**
 * JUnit XML as CI systems read it. Test cases are what can fail: invariants, expectations, steps with a
 * stated outcome, and for replays every judged operation. Class names are `SCENARIO.invariants` and so on.
 */
export function junitXml(run: StoredRun, figures = new Figures(run)): string {
  return junitDocument(run.header.scenario.name, runSuites(run, figures));
}

/** Everything of a run that can fail. */
export function runSuites(run: StoredRun, figures = new Figures(run)): TestSuites {
  return {
    before: beforeCases(run),
    invariants: invariantCases(figures),
    expectations: expectationCases(figures),
    thresholds: thresholdCases(run),
    baseline: baselineCases(run),
    checks: checkCases(run),
    readings: readingCases(run),
    steps: stepCases(figures),
    operations: operationCases(run),
    'end-state': generalCases(run),
  };
}

// Not the run's doing: nothing that can fail, and to be known before all that can.
function beforeCases(run: StoredRun): readonly TestCase[] {
  const skipped = earlierText(earlierTransfers(run));
  return skipped === undefined ? [] : [{ name: 'nothing pending before the start', skipped }];
}

function invariantCases({ invariants }: Figures): readonly TestCase[] {
  return invariants.map(({ name, holds, detail }) => ({
    name,
    fault: faultIf(holds === false, detail, detail),
    unknown: holds === 'unknown' ? detail : undefined,
  }));
}

function faultIf(isWrong: boolean, message: string, text = ''): TestCase['fault'] {
  return isWrong ? { message, text } : undefined;
}

function thresholdCases({ load }: StoredRun): readonly TestCase[] {
  return (load?.thresholds ?? []).map(({ threshold: { metric, condition }, actual, met }) => ({
    name: `${metric}: ${condition}`,
    at: ['load', 'thresholds', metric],
    fault: faultIf(!met, actual === undefined ? 'no sample' : `is ${exactly(actual)}`),
  }));
}

function baselineCases({ load }: StoredRun): readonly TestCase[] {
  return (load?.baseline?.figures ?? []).map(({ metric, baseline, current, worse, unclear }) => ({
    name: `${metric} is not worse than in the baseline`,
    fault: faultIf(worse, `was ${baselineValue(metric, baseline)}, is ${baselineValue(metric, current)}`),
    skipped: unclear ? 'too few payments to tell' : undefined,
  }));
}

function checkCases({ load }: StoredRun): readonly TestCase[] {
  return (load?.checks ?? []).map(({ name, verdict, detail }) => ({
    name,
    fault: faultIf(verdict === 'violated', detail, findingsOf(load, name)),
    unknown: verdict === 'unknown' ? detail : undefined,
    skipped: verdict === 'not-checked' ? detail : undefined,
  }));
}

function readingCases(run: StoredRun): readonly TestCase[] {
  if (run.load !== undefined) return [];
  return unknownsOf(run).map(({ name, detail }) => ({ name, unknown: detail }));
}

function findingsOf(load: StoredRun['load'], check: string): string {
  const findings = (load?.findings ?? []).filter((finding) => finding.check === check);
  const number = ({ operation }: Finding): string => (operation === null ? '' : `#${operation} `);
  return findings.map((each) => `${number(each)}${each.title}\n${findingText(each)}`).join('\n');
}

// As the scenario writes it, with more digits than people want: machines read these.
function exactly(actual: number | undefined, { text }: Partial<Expectation> = {}): string {
  if (actual === undefined || text?.includes('%') !== true) return readable(actual, DIGITS);
  return `${readable(100 * actual, DIGITS)} %`;
}

const DIGITS = 4;

function expectationCases({ run, metrics }: Figures): readonly TestCase[] {
  return judgedExpectations(run, metrics).map(({ expectation, actual, met }, index) => ({
    name: expectation.text,
    at: ['expect', index],
    fault: faultIf(!met, `${expectation.metric} is ${exactly(actual, expectation)}`, scenarioOf(run)),
  }));
}

function stepCases({ run, unexpectedSteps, tally }: Figures): readonly TestCase[] {
  const unexpected = new Map(unexpectedSteps.map((step) => [step.operation, step]));
  return tally.steps.filter(isStated).map((record) => {
    const step = unexpected.get(record.operation.id);
    const fault = step && {
      message: `it ended otherwise: ${describeOutcome(record.outcome)}`,
      text: `expected ${step.expected}\nobserved ${step.observed}\n${scenarioOf(run)}`,
    };
    return { name: nameOf(record), at: fieldOf(record), seconds: secondsOf(record), fault };
  });
}

function operationCases(run: StoredRun): readonly TestCase[] {
  if (run.comparison === undefined) return [];
  const records = new Map([...run.records].map((record) => [record.operation.id, record]));
  return run.comparison.operations.map(({ operation, verdict, predicted, observed, findings }) => {
    const record = records.get(operation);
    const first = findings.find(({ severity }) => severity === 'difference');
    const text = findings.map((finding) => `${finding.title}\n${findingText(finding)}`).join('\n');
    const message = first?.title ?? `predicted ${predicted}, observed ${observed}`;
    return {
      name: record ? nameOf(record) : `#${operation}`,
      at: record && fieldOf(record),
      seconds: record && secondsOf(record),
      fault: faultIf(verdict === 'differs', message, text),
      skipped: verdict === 'indeterminate' ? `indeterminate: ${observed}` : undefined,
    };
  });
}

function generalCases(run: StoredRun): readonly TestCase[] {
  const findings = (run.comparison?.general ?? []).filter(({ severity }) => severity === 'difference');
  return findings.map((finding) => ({
    name: `${finding.check}: ${finding.title}`,
    fault: faultIf(true, finding.title, findingText(finding)),
  }));
}

function findingText({ predicted, observed, decidedBy, curl }: Finding): string {
  const lines = [`predicted ${predicted}`, `observed ${observed}`, decidedBy, curl ?? ''];
  return lines.filter((line) => line !== '').join('\n');
}

function nameOf({ operation }: OperationRecord): string {
  return `#${operation.id} ${describeOperation(operation)} (${operation.origin})`;
}

// `steps[3]#2` is the second time of the fourth step.
function fieldOf({ operation: { origin } }: OperationRecord): FieldPath | undefined {
  const [, list, index] = /^(\w+)\[(\d+)\]/.exec(origin) ?? [];
  return list === undefined ? undefined : [list, Number(index)];
}

function secondsOf({ startedAtMs, endedAtMs }: OperationRecord): number {
  return Math.max(0, Math.round(endedAtMs - startedAtMs)) / 1000;
}

function scenarioOf({ header }: StoredRun): string {
  return `scenario ${header.scenario.name}, seed ${header.seed}`;
}
