import { describe, expect, it } from 'vitest';
import { CHOICES } from '../../src/jobs/assemble.ts';
import { scenarioJsonSchema } from '../../tools/docs/scenario-json-schema.ts';
import { scenarioReference } from '../../tools/docs/scenario-reference.ts';

// `npm run docs` runs this file with --update, which writes what it expects.
describe('generated files are up to date, or else run `npm run docs`', () => {
  it('scenarios/scenario.schema.json', async () => {
    const schema = `${JSON.stringify(scenarioJsonSchema(CHOICES), null, 2)}\n`;
    await expect(schema).toMatchFileSnapshot('../../scenarios/scenario.schema.json');
  });

  it('docs/scenario-reference.md', async () => {
    await expect(scenarioReference(CHOICES)).toMatchFileSnapshot('../../docs/scenario-reference.md');
  });
});
