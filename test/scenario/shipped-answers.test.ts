import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../src/jobs/parse-scenario.ts';
import { simulate } from '../../src/jobs/simulate.ts';
import { disturbancesOf } from '../../src/model/disturbances/disturbance.ts';
import type { Pace } from '../../src/model/run/run.ts';
import { judgeExpectation } from '../../src/model/scenario/expectation.ts';
import { metricsOf } from '../../src/report/figures/metrics.ts';

const FOLDER = new URL('../../scenarios/', import.meta.url);
const FILES = readdirSync(FOLDER).filter((file) => file.endsWith('.yaml'));
const readFile = (path: string): string => readFileSync(new URL(path, FOLDER), 'utf8');

// Both paces, because replays run operation by operation and judge the same expectations; what no replay takes has one.
describe.each(FILES)('what the shipped scenario %s expects', (file) => {
  const scenario = parseScenario({ file, text: readFile(file), readFile });
  const paces: readonly Pace[] =
    disturbancesOf(scenario).length > 0 ? ['scenario'] : ['scenario', 'sequential'];
  it.each(paces)('holds at pace `%s`', async (pace) => {
    const run = await simulate({ scenario, pace });
    const metrics = metricsOf(run);
    const judged = scenario.expect.map((expectation) => judgeExpectation(expectation, metrics));
    expect(judged.filter(({ met }) => !met)).toEqual([]);
    expect(run.records.length).toBeGreaterThan(0);
  });
});
