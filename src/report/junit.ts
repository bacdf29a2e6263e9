import { earlierTransfers } from '../model/earlier-transfers.ts';
import type { Finding } from '../model/run/finding.ts';
import type { OperationRecord } from '../model/run/outcome.ts';
import type { Run } from '../model/run/run.ts';
import { describeOperation, describeOutcome } from '../model/run/describe-operation.ts';
import { Figures } from './figures/figures.ts';
import { foundText } from './words/found-text.ts';
import { foundBeside } from './words/number-format.ts';
import { isStated, unexpectedSteps } from './figures/unexpected-steps.ts';
import { earlierText } from './figures/standing.ts';
import { judgedExpectations } from './figures/verdict.ts';
import { unknownsOf } from './figures/unknowns.ts';

interface TestCase {
  readonly name: string;
  readonly seconds?: number | undefined;
  /** Absent: passed. */
  readonly fault?: { readonly message: string; readonly text: string } | undefined;
  /** Why it could not be told whether it passed: an error, so that a CI system does not take it for a success. */
  readonly unknown?: string | undefined;
  /** Why it says nothing of this run. */
  readonly skipped?: string | undefined;
}

/**
 * JUnit XML as CI systems read it. Test cases are what can fail: invariants, expectations, steps with a
 * stated outcome, and for replays every judged operation. Class names are `SCENARIO.invariants` and so on.
 */
export function junitXml(run: Run, figures = new Figures(run)): string {
  const { scenario } = run.header;
  const suites = Object.entries({
    before: beforeCases(run),
    invariants: invariantCases(figures),
    expectations: expectationCases(figures),
    thresholds: thresholdCases(run),
    checks: checkCases(run),
    readings: readingCases(run),
    steps: stepCases(run),
    operations: operationCases(run),
    'end-state': generalCases(run),
  }).filter(([, cases]) => cases.length > 0);
  const all = suites.flatMap(([, cases]) => cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escapeXml(scenario.name)}" ${countsOf(all)}>`,
    ...suites.flatMap(([name, cases]) => [
      `  <testsuite name="${escapeXml(`${scenario.name}.${name}`)}" ${countsOf(cases)}>`,
      ...cases.map((each) => caseXml(each, `${scenario.name}.${name}`)),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
}

// Not the run's doing: nothing that can fail, and to be known before all that can.
function beforeCases(run: Run): readonly TestCase[] {
  const skipped = earlierText(earlierTransfers(run));
  return skipped === undefined ? [] : [{ name: 'nothing pending before the start', skipped }];
}

function invariantCases({ invariants }: Figures): readonly TestCase[] {
  return invariants.map(({ name, holds, detail }) => ({
    name,
    fault: holds === false ? { message: detail, text: detail } : undefined,
    unknown: holds === 'unknown' ? detail : undefined,
  }));
}

function thresholdCases({ load }: Run): readonly TestCase[] {
  return (load?.thresholds ?? []).map(({ threshold: { metric, condition }, actual, met }) => ({
    name: `${metric}: ${condition}`,
    fault: met
      ? undefined
      : { message: actual === undefined ? 'no sample' : `is ${foundText(condition, actual)}`, text: '' },
  }));
}

function checkCases({ load }: Run): readonly TestCase[] {
  return (load?.checks ?? []).map(({ name, verdict, detail }) => ({
    name,
    fault: verdict === 'violated' ? { message: detail, text: findingsOf(load, name) } : undefined,
    unknown: verdict === 'unknown' ? detail : undefined,
    skipped: verdict === 'not-checked' ? detail : undefined,
  }));
}

function readingCases(run: Run): readonly TestCase[] {
  if (run.load !== undefined) return [];
  return unknownsOf(run).map(({ name, detail }) => ({ name, unknown: detail }));
}

function findingsOf(load: Run['load'], check: string): string {
  return (load?.findings ?? [])
    .filter((finding) => finding.check === check)
    .map(
      (finding) =>
        `${finding.operation === null ? '' : `#${finding.operation} `}${finding.title}\n${findingText(finding)}`,
    )
    .join('\n');
}

function expectationCases({ run, metrics }: Figures): readonly TestCase[] {
  return judgedExpectations(run, metrics).map(({ expectation, actual, met }) => ({
    name: expectation.text,
    fault: met
      ? undefined
      : {
          message: `${expectation.metric} is ${foundBeside(expectation.text, actual)}`,
          text: scenarioOf(run),
        },
  }));
}

function stepCases(run: Run): readonly TestCase[] {
  const unexpected = new Map(unexpectedSteps(run).map((step) => [step.operation, step]));
  return run.records.filter(isStated).map((record) => {
    const step = unexpected.get(record.operation.id);
    const fault = step && {
      message: `it ended otherwise: ${describeOutcome(record.outcome)}`,
      text: `expected ${step.expected}\nobserved ${step.observed}\n${scenarioOf(run)}`,
    };
    return { name: nameOf(record), seconds: secondsOf(record), fault };
  });
}

function operationCases(run: Run): readonly TestCase[] {
  const records = new Map(run.records.map((record) => [record.operation.id, record]));
  return (run.comparison?.operations ?? []).map(({ operation, verdict, predicted, observed, findings }) => {
    const record = records.get(operation);
    const first = findings.find(({ severity }) => severity === 'difference');
    const text = findings.map((finding) => `${finding.title}\n${findingText(finding)}`).join('\n');
    const fault = { message: first?.title ?? `predicted ${predicted}, observed ${observed}`, text };
    return {
      name: record ? nameOf(record) : `#${operation}`,
      seconds: record && secondsOf(record),
      fault: verdict === 'differs' ? fault : undefined,
      skipped: verdict === 'indeterminate' ? `indeterminate: ${observed}` : undefined,
    };
  });
}

function generalCases(run: Run): readonly TestCase[] {
  const findings = (run.comparison?.general ?? []).filter(({ severity }) => severity === 'difference');
  return findings.map((finding) => ({
    name: `${finding.check}: ${finding.title}`,
    fault: { message: finding.title, text: findingText(finding) },
  }));
}

function findingText({ predicted, observed, decidedBy, curl }: Finding): string {
  const lines = [`predicted ${predicted}`, `observed ${observed}`, decidedBy, curl ?? ''];
  return lines.filter((line) => line !== '').join('\n');
}

function caseXml({ name, seconds, fault, unknown, skipped }: TestCase, className: string): string {
  const time = seconds === undefined ? '' : ` time="${seconds}"`;
  const open = `    <testcase classname="${escapeXml(className)}" name="${escapeXml(name)}"${time}`;
  if (fault)
    return `${open}><failure message="${escapeXml(fault.message)}">${escapeXml(fault.text)}</failure></testcase>`;
  if (unknown !== undefined) return `${open}><error message="${escapeXml(unknown)}"/></testcase>`;
  return skipped === undefined
    ? `${open}/>`
    : `${open}><skipped message="${escapeXml(skipped)}"/></testcase>`;
}

function countsOf(cases: readonly TestCase[]): string {
  const failures = cases.filter(({ fault }) => fault).length;
  const errors = cases.filter(({ fault, unknown }) => !fault && unknown !== undefined).length;
  const skipped = cases.filter(({ skipped: why }) => why !== undefined).length;
  return `tests="${cases.length}" failures="${failures}" errors="${errors}" skipped="${skipped}"`;
}

function nameOf({ operation }: OperationRecord): string {
  return `#${operation.id} ${describeOperation(operation)} (${operation.origin})`;
}

function secondsOf({ startedAtMs, endedAtMs }: OperationRecord): number {
  return Math.max(0, Math.round(endedAtMs - startedAtMs)) / 1000;
}

function scenarioOf({ header }: Run): string {
  return `scenario ${header.scenario.name}, seed ${header.seed}`;
}

// XML 1.0 has no way at all to write most control characters and lone surrogates, so they become U+FFFD.
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/[\t\n\r]/g, (blank) => `&#${blank.charCodeAt(0)};`);
}
