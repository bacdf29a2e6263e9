import type { CaseSpec } from '../../model/check/counterexample.ts';
import type { Network } from '../../model/network/network.ts';
import type { Pace } from '../../model/run/run.ts';
import type { Scenario, Step } from '../../model/scenario/scenario.ts';
import { caseText } from '../../scenario/text/case-text.ts';
import { stepEntry } from '../../scenario/text/step-entry.ts';
import { assembleNetwork } from '../assemble.ts';
import { parseScenario } from '../parse-scenario.ts';
import { baseText, type CaseDraft } from './case-draft.ts';
import { settleMoves } from './moves/settle-moves.ts';

/** A case file's text, how its steps follow each other, and how closely nodes are looked at. */
export interface CaseText extends Pick<CaseSpec, 'looks'> {
  readonly text: string;
  readonly pace: Pace;
}

/** A case that can be driven: with `simulate`, `replay` or `load`. Its text is written when it is asked for. */
export interface SettledCase extends CaseText {
  readonly scenario: Scenario;
}

/** How a draft becomes a case. */
export interface SettleDraft {
  readonly seed?: string;
  /** Where it begins; absent: the network of the draft. */
  readonly start?: Network;
  /** The scenario of the draft's network; absent: it is read once more. */
  readonly base?: Scenario;
  /** The scenario file that lends its network to drafts without one. */
  readonly scenarioText?: string | undefined;
  readonly readFile?: ((path: string) => string) | undefined;
  /** False: what mediators ask is not known; absent: it is. */
  readonly knowsFees?: boolean | undefined;
}

const CASE_QUESTION = 'Do the nodes do what the model says?';

/** Settles the moves of a draft by what simulated nodes show when their turn comes. */
export async function settleDraft(draft: CaseDraft, how: SettleDraft = {}): Promise<SettledCase> {
  const { seed = '1' } = how;
  const base = (): string => baseText(draft, how.scenarioText);
  const scenario = how.base ?? readCase(base(), how);
  const start = how.start ?? assembleNetwork(scenario);
  const steps = await settleMoves({ scenario, start, moves: draft.moves, mediates: how.knowsFees });
  let text: string | undefined;
  return {
    // Writing YAML and reading it costs as much as all the rest of a try, and few cases are ever shown.
    get text() {
      text ??= textOf(base(), { scenario, steps, seed });
      return text;
    },
    pace: draft.manner === 'sequential' ? 'sequential' : 'scenario',
    ...(draft.looks && { looks: draft.looks }),
    scenario: onlySteps(scenario, { steps, seed }),
  };
}

interface CaseSteps {
  readonly steps: readonly Step[];
  readonly seed: string;
}

function textOf(
  base: string,
  { scenario, steps, seed }: CaseSteps & { readonly scenario: Scenario },
): string {
  const withToken = scenario.tokens.length > 1;
  const entries = steps.map((step) => stepEntry(step, { withToken }));
  return caseText(base, { question: CASE_QUESTION, seed, steps: entries });
}

/** What reading the text of the case comes to. */
function onlySteps(scenario: Scenario, { steps, seed }: CaseSteps): Scenario {
  const { name, tokens, networks, nodes, protocol } = scenario;
  const happens = { steps, traffic: [], expect: [] };
  return { name, question: CASE_QUESTION, seed, tokens, networks, nodes, protocol, ...happens };
}

/** Reads a case, with another seed than its own if one is given. */
export function readCase(text: string, { seed, readFile = noFile }: SettleDraft): Scenario {
  const scenario = parseScenario({ file: 'case.yaml', text, readFile, isForNodes: true });
  return seed === undefined ? scenario : { ...scenario, seed };
}

function noFile(path: string): never {
  throw new Error(`no file ${path} beside a case`);
}
