import { InputError } from '../errors.ts';
import { disturbancesOf, ONLY_SIMULATED } from '../model/disturbances/disturbance.ts';
import type { Scenario } from '../model/scenario/scenario.ts';
import type { ProtocolChoices } from './fields/protocol-fields.ts';
import { checkNames } from './check-names.ts';
import { checkTimeouts } from './check-timeouts.ts';
import { readDraft } from './text/draft.ts';
import { FaultList } from './text/fault-list.ts';
import { issueFaults } from './text/issue-faults.ts';
import { loadFiles } from './load-files.ts';
import { resolveTokens } from './resolve-tokens.ts';
import { scenarioFile } from './scenario-file.ts';
import { readYaml } from './text/yaml-document.ts';

/** A scenario file's name and text. */
export interface ScenarioText {
  readonly file: string;
  readonly text: string;
  /** Reads files the scenario names, by their path relative to it. */
  readonly readFile: (relativePath: string) => string;
  /** True: it is driven against nodes, so that what only simulated networks do is refused. */
  readonly isForNodes?: boolean;
}

/**
 * Makes the reader of scenario files, YAML or JSON, that fills in every default. It throws InputError with
 * everything that is wrong, in file order.
 */
export function scenarioParser(choices: ProtocolChoices): (source: ScenarioText) => Scenario {
  const schema = scenarioFile(choices);
  return (source) => parse(schema, source);
}

function parse(
  schema: ReturnType<typeof scenarioFile>,
  { file, text, readFile, isForNodes = false }: ScenarioText,
): Scenario {
  const document = readYaml({ file, text });
  const faults = new FaultList(document);
  const read = schema.safeParse(document.value);
  if (!read.success) faults.add(issueFaults(read.error.issues, document));
  const draft = readDraft(document.value);
  checkNames(draft, faults);
  const named = resolveTokens(draft, faults);
  checkTimeouts(draft, named, faults);
  const parts = loadFiles(named, { readFile, faults });
  if (read.success && isForNodes)
    for (const key of disturbancesOf(read.data)) faults.at([key], ...ONLY_SIMULATED);
  if (!read.success || !faults.isEmpty) throw new InputError(faults.sorted());
  const { question, seed, description, protocol, expect, load, churn, griefing, messages, plan } = read.data;
  const { case: found } = read.data;
  return {
    name: nameOf(file),
    question,
    ...(description === undefined ? {} : { description }),
    seed,
    tokens: parts.tokens,
    networks: parts.networks,
    nodes: read.data.nodes,
    protocol,
    traffic: parts.traffic,
    steps: parts.steps,
    expect,
    ...(load === undefined ? {} : { load }),
    ...(churn === undefined ? {} : { churn }),
    ...(griefing === undefined ? {} : { griefing: parts.griefing }),
    ...(messages === undefined ? {} : { messages }),
    ...(plan === undefined ? {} : { plan }),
    ...(found === undefined ? {} : { case: found }),
  };
}

function nameOf(file: string): string {
  const base = file.split(/[/\\]/).at(-1) ?? file;
  return base.replace(/\.(ya?ml|json)$/i, '') || 'scenario';
}
