import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SCENARIO_CHOICES } from '../../src/jobs/parse-scenario.ts';
import { contractFile } from '../../src/rest/contract/contract-file.ts';
import { allCommands } from '../../src/cli/program.ts';
import { exportsPage } from '../../tools/docs/exports-page.ts';
import { checksPage } from '../../tools/docs/checks-page.ts';
import { withCommandTables } from '../../tools/docs/command-tables.ts';
import { outputSchemas } from '../../tools/docs/output-schemas.ts';
import { scenarioJsonSchema } from '../../tools/docs/scenario-json-schema.ts';
import { scenarioReference } from '../../tools/docs/scenario-reference.ts';
import { withShippedTable } from '../../tools/docs/shipped-table.ts';

// `npm run docs` runs this file with --update, which writes what it expects.
describe('generated files are up to date, or else run `npm run docs`', () => {
  it('scenarios/scenario.schema.json', async () => {
    const schema = `${JSON.stringify(scenarioJsonSchema(SCENARIO_CHOICES), null, 2)}\n`;
    await expect(schema).toMatchFileSnapshot('../../scenarios/scenario.schema.json');
  });

  it('src/cli/check/contracts/contract.schema.json', async () => {
    const schema = z.toJSONSchema(contractFile, { target: 'draft-7', io: 'input' });
    const text = `${JSON.stringify({ ...schema, title: 'Contract of a kind of node' }, null, 2)}\n`;
    await expect(text).toMatchFileSnapshot('../../src/cli/check/contracts/contract.schema.json');
  });

  it('docs/schemas', { timeout: 60_000 }, async () => {
    for (const [name, schema] of Object.entries(outputSchemas()))
      await expect(schema).toMatchFileSnapshot(`../../docs/schemas/${name}.schema.json`);
  });

  it('docs/scenario-reference.md', async () => {
    await expect(scenarioReference(SCENARIO_CHOICES)).toMatchFileSnapshot('../../docs/scenario-reference.md');
  });

  it('docs/scenario-reference.md has the keys of mappings in lists and in choices', () => {
    const reference = scenarioReference(SCENARIO_CHOICES);
    const keys = ['fund.budget', 'stages.duration', 'absences.at', 'thresholds.NAME.threshold'];
    expect(keys.filter((key) => !reference.includes(`| \`${key}\` |`))).toEqual([]);
  });

  it('docs/checks.md', async () => {
    await expect(checksPage()).toMatchFileSnapshot('../../docs/checks.md');
  });

  it('docs/exports.md', async () => {
    await expect(exportsPage()).toMatchFileSnapshot('../../docs/exports.md');
  });

  it('the table of docs/scenarios.md', async () => {
    const page = new URL('../../docs/scenarios.md', import.meta.url);
    const written = withShippedTable(readFileSync(page, 'utf8'));
    await expect(written).toMatchFileSnapshot('../../docs/scenarios.md');
  });

  it('the tables of docs/command-line.md', async () => {
    const page = new URL('../../docs/command-line.md', import.meta.url);
    const written = withCommandTables(readFileSync(page, 'utf8'), await allCommands());
    await expect(written).toMatchFileSnapshot('../../docs/command-line.md');
  });
});
