import { z } from 'zod';
import { OPERATION_KINDS } from '../../model/run/operation.ts';
import { mapping } from '../text/mapping.ts';
import { sentence } from './name-fields.ts';
import { integer } from './number-fields.ts';

const MOST_TRIES = 1_000_000;

/** What a case of `millrace check` is a case of. */
export function caseOf() {
  return mapping({
    found: mapping({
      check: sentence().describe('The check that noticed it.'),
      operation: integer({ min: 0, max: MOST_TRIES })
        .describe('The operation to blame, counted from 0; absent: no single one.')
        .exactOptional(),
      kind: z.enum(OPERATION_KINDS).describe('What that operation asked for.').exactOptional(),
      foreseen: sentence()
        .describe('How the model said that it would end: succeeded, or the class of the refusal.')
        .exactOptional(),
      title: sentence().describe('What was wrong.'),
      predicted: sentence().describe('What the model said.'),
      observed: sentence().describe('What the nodes said.'),
    }).describe('What was wrong when it was found.'),
    pace: z
      .enum(['sequential', 'scenario'])
      .describe('How the steps followed each other: each at rest, or when they were due.'),
    looks: z
      .enum(['brief'])
      .describe(
        'How closely the nodes were looked at when it showed: briefly until the end; absent: after every call.',
      )
      .exactOptional(),
    reproduced: mapping({
      times: integer({ min: 0, max: MOST_TRIES }).describe('So often it was seen again.'),
      of: integer({ min: 0, max: MOST_TRIES }).describe('Of so many tries; 0: it could not be tried again.'),
    }).describe('How certainly it shows.'),
  }).meta({ 'x-section': 'Case' });
}
