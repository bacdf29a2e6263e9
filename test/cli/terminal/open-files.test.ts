import { expect, it } from 'vitest';
import { limitIn, mostInFlight, openFilesWarning } from '../../../src/cli/terminal/open-files.ts';
import { loadOutlook } from '../../../src/jobs/load/load-outlook.ts';
import type { ExecutorSettings } from '../../../src/model/scenario/load-spec.ts';
import { specOf } from '../../jobs/k6-fixture.ts';
import { scenarioFrom } from '../../jobs/scenario-text.ts';

const LIMITS = `Limit                     Soft Limit           Hard Limit           Units
Max processes             63189                63189                processes
Max open files            1024                 4096                 files
`;

it('reads the limit that holds, not the one it could be raised to', () => {
  expect(limitIn(LIMITS)).toBe(1024);
  expect(limitIn(LIMITS.replace('1024 ', 'unlimited '))).toBeUndefined();
});

it('says what to do when virtual users need more connections than may be open', () => {
  const warning = warned({ kind: 'constant-vus', vus: 1000, durationMs: 1000 }, { limit: 1024 });
  expect(warning).toContain('1,000 payments may be in flight');
  expect(warning).toContain('ulimit -n 1064');
});

it('counts both ends of a connection to a sandbox', () => {
  const users: ExecutorSettings = { kind: 'constant-vus', vus: 600, durationMs: 1000 };
  expect(warned(users, { limit: 1024 })).toBe('');
  expect(warned(users, { limit: 1024, sandbox: true })).toContain('ulimit -n 1264');
});

it('is quiet where there is room, where the whole load is small, and where nobody knows the limit', () => {
  const slow = { kind: 'constant-arrival-rate', rate: 10, timeUnitMs: 1000, maxVus: 15_000 } as const;
  expect(warned({ ...slow, durationMs: 30_000 }, { limit: 1024 })).toBe('');
  expect(warned({ ...slow, durationMs: 300_000 }, { limit: 1024 })).toContain('3,000 payments');
  expect(warned({ ...slow, durationMs: 300_000 }, { limit: undefined })).toBe('');
});

function warned(
  settings: ExecutorSettings,
  { limit, sandbox = false }: { readonly limit: number | undefined; readonly sandbox?: boolean },
): string {
  const spec = specOf(settings, 300_000);
  return openFilesWarning(mostInFlight(spec, loadOutlook(SCENARIO, spec)), { limit, sandbox });
}

const SCENARIO = scenarioFrom(`
question: How many may be in flight?
seed: 1
network: {topology: {line: {nodes: 2}}, capacity: 1_000}
traffic: [{name: all, arrivals: {constant: {perSecond: 1}}, duration: 1s, amounts: 1}]
`);
