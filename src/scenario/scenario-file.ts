import { z } from 'zod';
import { OPERATION_KINDS } from '../model/run/operation.ts';
import { isSeed, SEED_RULE } from '../model/scenario/seed.ts';
import { churn, griefing, messages } from './fields/disturbance-fields.ts';
import { load } from './fields/load-fields.ts';
import { metricExpectation } from './fields/metric-expectation.ts';
import { network, node, nodeClass, token } from './fields/network-fields.ts';
import { plan, type QuestionSettings } from './fields/plan-fields.ts';
import { type ProtocolChoices, protocol } from './fields/protocol-fields.ts';
import { replenishment } from './fields/replenish-fields.ts';
import { step } from './fields/step-fields.ts';
import { recorded, traffic } from './fields/traffic-fields.ts';
import { integer, sentence, usableNames } from './fields/values.ts';
import { mapping, optional, scalar } from './text/schema.ts';

// Far beyond what a person writes; a generated file of this size still loads in a second.
const MOST_STEPS = 100_000;

/** The alternatives that a scenario file may name. */
export interface ScenarioChoices extends ProtocolChoices {
  readonly questions: QuestionSettings;
}

/** A whole scenario file. The JSON Schema and the reference are generated from this. */
export function scenarioFile(choices: ScenarioChoices) {
  const networkOf = z.lazy(network);
  return mapping({
    question: sentence().describe('What the scenario is to find out; reports show it first.'),
    seed: seed().describe('Everything drawn at random follows from it.'),
    description: optional(sentence(), 'What to know about the question and the model.'),
    tokens: optional(z.array(z.lazy(token)).min(1), 'Tokens; absent: those the networks name, or one `TOK`.'),
    network: optional(networkOf, 'The token network, where there is one.'),
    networks: optional(z.array(networkOf).min(1), 'The token networks, where there are several.'),
    nodes: z
      .record(z.string(), z.lazy(node))
      .superRefine(usableNames('a node'))
      .describe('Settings of single nodes, by name. A node without channels may be listed as well.')
      .prefault({}),
    classes: optional(
      z.record(z.string(), z.lazy(nodeClass)).superRefine(usableNames('a class')),
      'Names for nodes, to be used in lists of nodes, and settings of these nodes.',
    ),
    protocol: protocol(choices).describe('The rules payments run by.').prefault({}),
    traffic: z.array(z.lazy(traffic)).describe('Payments that arrive by chance.').prefault([]),
    recorded: optional(
      z.array(z.lazy(recorded)),
      'Payments that were recorded, made again or drawn anew in blocks.',
    ),
    steps: z
      .array(z.lazy(step))
      .max(MOST_STEPS)
      .describe('What happens one after the other, beside the traffic.')
      .prefault([]),
    expect: z
      .array(z.lazy(metricExpectation))
      .describe('What must hold after the run: `METRIC RELATION NUMBER`.')
      .prefault([]),
    churn: optional(
      z.array(z.lazy(churn)).min(1),
      'Nodes that go offline and come back by themselves. Simulated networks only.',
    ),
    griefing: optional(
      z.array(z.lazy(griefing)).min(1),
      'Locks that are held until they expire. Simulated networks only.',
    ),
    messages: section(messages, 'Messages that are lost or late. Simulated networks only.'),
    replenish: optional(
      z.array(z.lazy(replenishment)).min(1),
      'Nodes that keep their ends filled by themselves. Simulated networks only.',
    ),
    load: section(load, 'How `millrace load` puts it on its targets.'),
    case: section(caseOf, 'What `millrace check` found with it; every other job leaves it aside.'),
    plan: section(() => plan(choices.questions), 'What `millrace plan` varies, and its questions.'),
  }).meta({ anyOf: ['network', 'networks', 'nodes'].map((name) => ({ required: [name] })) });
}

/** A section that a file may have, whose schema is made when one does. */
function section<Schema extends z.ZodType>(make: () => Schema, description: string) {
  const made = z.lazy(make).describe(description);
  // Whether a section may be missing is asked of every file; the schema would be made to tell that it has no default.
  const { _zod: internals } = made;
  internals.optin = undefined;
  return made.exactOptional();
}

function seed() {
  return scalar({
    expected: `a seed: an integer, or ${SEED_RULE}`,
    read: (value) => {
      if (typeof value === 'bigint' || Number.isSafeInteger(value)) return String(value);
      return typeof value === 'string' && isSeed(value) ? value : undefined;
    },
    json: { type: ['integer', 'string'], 'x-type': 'integer or text' },
  });
}

const MOST_TRIES = 1_000_000;

/** The section `case:`: what `millrace check` found with the scenario. */
function caseOf() {
  return mapping({
    found: mapping({
      check: sentence().describe('The check that noticed it.'),
      operation: optional(
        integer({ min: 0, max: MOST_TRIES }),
        'The operation to blame, counted from 0; absent: no single one.',
      ),
      kind: optional(z.enum(OPERATION_KINDS), 'The request of that operation.'),
      foreseen: optional(
        sentence(),
        'How the model said that it would end: succeeded, or the class of the refusal.',
      ),
      seen: optional(
        sentence(),
        'How it ended: succeeded, the class of the refusal, or why there was no answer.',
      ),
      channel: optional(sentence(), 'The channel that carried nothing, by its ends; absent: no certain one.'),
      title: sentence().describe('What was wrong.'),
      predicted: sentence().describe('What the model said.'),
      observed: sentence().describe('What the nodes said.'),
    }).describe('What was wrong when it was found.'),
    pace: z
      .enum(['sequential', 'scenario'])
      .describe('How the steps followed each other: each at rest, or when they were due.'),
    looks: optional(
      z.enum(['brief']),
      'It showed when nodes were compared with the model moment by moment; absent: after every call.',
    ),
    reproduced: mapping({
      times: integer({ min: 0, max: MOST_TRIES }).describe('So often it was seen again.'),
      of: integer({ min: 0, max: MOST_TRIES }).describe(
        'The number of tries; 0: it could not be tried again.',
      ),
    }).describe('How reliably it reproduces.'),
  }).meta({ 'x-section': 'Case' });
}
