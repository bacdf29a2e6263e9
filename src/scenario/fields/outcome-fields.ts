import { z } from 'zod';
import { REASON_CLASSES } from '../../model/run/reason-class.ts';
import { addFault, choiceBeside } from '../text/schema.ts';
import { sentence, statusPattern } from './values.ts';

/** The outcome that a step states. */
export function outcome() {
  return z
    .union([
      z.enum(['succeeded', 'failed']).transform((name) => ({ kind: name })),
      choiceBeside(
        {
          failed: z
            .enum(REASON_CLASSES)
            .describe('The class of reason.')
            .transform((reason) => ({ kind: 'failed' as const, reason })),
          status: statusPattern()
            .describe('The status of the answer, or a pattern of some: `409`, `2..`, `(2..|409)`.')
            .transform((status) => ({ kind: 'answered' as const, status })),
        },
        {
          says: sentence().describe('A part of the text of a refusal, as the node words it.').exactOptional(),
        },
      )
        .superRefine(({ chosen, beside }, context) => {
          if (beside.says !== undefined && chosen.kind === 'answered' && !mayRefuse(chosen.status))
            addFault(context, {
              expected:
                'nothing here, or a status that may refuse, such as 409 or (200|409): only refusals have a text',
              path: ['says'],
            });
        })
        .transform(({ chosen, beside }) => ({ ...chosen, ...beside })),
    ])
    .meta({ 'x-section': 'Outcome' });
}

// True for a pattern of which one status at least is no success.
function mayRefuse(pattern: string): boolean {
  const whole = new RegExp(`^(?:${pattern})$`);
  return Array.from({ length: 300 }, (_, index) => 300 + index).some((status) => whole.test(String(status)));
}
