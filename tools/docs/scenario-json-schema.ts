import { z } from 'zod';
import { type ScenarioChoices, scenarioFile } from '../../src/scenario/scenario-file.ts';

/** A JSON Schema (draft 7, which every editor's YAML support reads) of scenario files. */
export function scenarioJsonSchema(choices: ScenarioChoices): object {
  const { $schema, ...schema } = z.toJSONSchema(scenarioFile(choices), {
    target: 'draft-7',
    io: 'input',
    // Our scalars describe themselves; zod knows them only as "unknown, then transformed".
    unrepresentable: 'any',
  });
  return {
    $schema,
    title: 'Millrace scenario',
    description: 'A question about a network of payment-channel nodes, and everything needed to answer it.',
    ...schema,
  };
}
