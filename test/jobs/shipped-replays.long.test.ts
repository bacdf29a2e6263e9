import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { replay } from '../../src/jobs/replay/replay.ts';
import { disturbancesOf } from '../../src/model/disturbances/disturbance.ts';
import type { Scenario } from '../../src/model/scenario/scenario.ts';
import { parseScenario } from '../../src/jobs/parse-scenario.ts';
import { inSandbox } from '../fixtures/in-sandbox.ts';
import type { Sandbox } from '../../src/jobs/sandbox.ts';

const FOLDER = fileURLToPath(new URL('../../scenarios/', import.meta.url));
const parsed = (file: string): Scenario =>
  parseScenario({
    file,
    text: readFileSync(join(FOLDER, file), 'utf8'),
    readFile: (path) => readFileSync(join(FOLDER, path), 'utf8'),
  });
// Simulated networks only do what no replay can bring about.
const NAMES = readdirSync(FOLDER).filter(
  (file) => file.endsWith('.yaml') && disturbancesOf(parsed(file)).length === 0,
);

describe('a shipped scenario', () => {
  it.each(NAMES)('%s replays against the sandbox without an unexplained difference', async (file) => {
    const scenario = parsed(file);
    const replayed = ({ targets }: Sandbox) => replay({ scenario, targets, speed: 100 });
    const { comparison, prediction } = await inSandbox(scenario, replayed, { speed: 100 });
    expect(comparison?.counts.agrees).toBe(prediction?.records.length);
    expect(comparison?.differences).toBe(0);
  });
});
