import type { Network } from '../../model/network/network.ts';
import type { Pace } from '../../model/run/run.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { caseText } from '../../scenario/text/case-text.ts';
import { stepEntry } from '../../scenario/text/step-entry.ts';
import { assembleNetwork } from '../assemble.ts';
import { parseScenario } from '../parse-scenario.ts';
import { baseText, type CaseDraft } from './case-draft.ts';
import { settleMoves } from './moves/settle-moves.ts';

/** A case file's text, and how its steps follow each other. */
export interface CaseText {
  readonly text: string;
  readonly pace: Pace;
}

/** A case that can be driven: with `simulate`, `replay` or `load`. */
export interface SettledCase extends CaseText {
  readonly scenario: Scenario;
}

/** How a draft becomes a case. */
export interface SettleDraft {
  readonly seed?: string;
  /** Where it begins; absent: the network of the draft. */
  readonly start?: Network;
  /** The scenario file that lends its network to drafts without one. */
  readonly scenarioText?: string | undefined;
  readonly readFile?: ((path: string) => string) | undefined;
}

const CASE_QUESTION = 'Do the nodes do what the model says?';

/** Settles the moves of a draft by what simulated nodes show when their turn comes. */
export async function settleDraft(draft: CaseDraft, how: SettleDraft = {}): Promise<SettledCase> {
  const { seed = '1' } = how;
  const base = baseText(draft, how.scenarioText);
  const scenario = readCase(base, how);
  const start = how.start ?? assembleNetwork(scenario);
  const steps = await settleMoves({ scenario, start, moves: draft.moves });
  const withToken = scenario.tokens.length > 1;
  const entries = steps.map((step) => stepEntry(step, { withToken }));
  const text = caseText(base, { question: CASE_QUESTION, seed, steps: entries });
  const pace = draft.manner === 'sequential' ? 'sequential' : 'scenario';
  return { text, pace, scenario: readCase(text, how) };
}

/** Reads a case, with another seed than its own if one is given. */
export function readCase(text: string, { seed, readFile = noFile }: SettleDraft): Scenario {
  const scenario = parseScenario({ file: 'case.yaml', text, readFile, isForNodes: true });
  return seed === undefined ? scenario : { ...scenario, seed };
}

function noFile(path: string): never {
  throw new Error(`no file ${path} beside a case`);
}
