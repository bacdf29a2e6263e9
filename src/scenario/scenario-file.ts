import { z } from 'zod';
import { isSeed, SEED_RULE } from '../model/scenario/seed.ts';
import { caseOf } from './fields/case-fields.ts';
import { churn, griefing, messages } from './fields/disturbance-fields.ts';
import { load } from './fields/load-fields.ts';
import { mapping } from './text/mapping.ts';
import { metricExpectation } from './fields/metric-expectation.ts';
import { sentence, usableNames } from './fields/name-fields.ts';
import { network, node, token } from './fields/network-fields.ts';
import { plan } from './fields/plan-fields.ts';
import { type ProtocolChoices, protocol } from './fields/protocol-fields.ts';
import { scalar } from './text/scalar.ts';
import { step } from './fields/step-fields.ts';
import { traffic } from './fields/traffic-fields.ts';

// Far beyond what a person writes; a generated file of this size still loads in a second.
const MOST_STEPS = 100_000;

/** The elements of the lists in a scenario file, each with its own schema. */
export const PARTS = {
  token: token(),
  network: network(),
  node: node(),
  traffic: traffic(),
  step: step(),
  churn: churn(),
  griefing: griefing(),
  expectation: metricExpectation(),
};

/** A whole scenario file. The JSON Schema and the reference are generated from this. */
export function scenarioFile(choices: ProtocolChoices) {
  return mapping({
    question: sentence().describe('What the scenario is to find out; reports show it first.'),
    seed: seed().describe('Everything drawn at random follows from it.'),
    description: sentence().describe('What to know about the question and the model.').exactOptional(),
    tokens: z
      .array(PARTS.token)
      .min(1)
      .describe('Tokens; absent: those the networks name, or one `TOK`.')
      .exactOptional(),
    network: PARTS.network.describe('The token network, where there is one.').exactOptional(),
    networks: z
      .array(PARTS.network)
      .min(1)
      .describe('The token networks, where there are several.')
      .exactOptional(),
    nodes: z
      .record(z.string(), PARTS.node)
      .superRefine(usableNames('a node'))
      .describe(
        'What is special about single nodes, by name; a name no channel has is a node without channels.',
      )
      .prefault({}),
    protocol: protocol(choices).describe('The rules payments run by.').prefault({}),
    traffic: z.array(PARTS.traffic).describe('Payments that arrive by chance.').prefault([]),
    steps: z
      .array(PARTS.step)
      .max(MOST_STEPS)
      .describe('What happens one after the other, beside the traffic.')
      .prefault([]),
    expect: z
      .array(PARTS.expectation)
      .describe('What must hold after the run: `METRIC RELATION NUMBER`.')
      .prefault([]),
    churn: z
      .array(PARTS.churn)
      .min(1)
      .describe('Nodes that go offline and come back by themselves. Simulated networks only.')
      .exactOptional(),
    griefing: z
      .array(PARTS.griefing)
      .min(1)
      .describe('Locks that are held until they expire. Simulated networks only.')
      .exactOptional(),
    messages: messages().describe('Messages that are lost or late. Simulated networks only.').exactOptional(),
    load: load().describe('How `millrace load` puts it on its targets.').exactOptional(),
    case: caseOf()
      .describe('What `millrace check` found with it; every other job leaves it aside.')
      .exactOptional(),
    plan: plan().describe('How `millrace plan` varies it, and what it is asked.').exactOptional(),
  }).meta({ anyOf: ['network', 'networks', 'nodes'].map((name) => ({ required: [name] })) });
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
