import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isSeq,
  parseDocument,
  type ScalarTag,
  type Tags,
} from 'yaml';
import { InputError } from '../../errors.ts';
import { REPLENISH_KEYS, type ReplenishSpec } from '../../model/disturbances/replenish.ts';
import { Decimal } from '../../model/decimal.ts';
import type { FeeSchedule } from '../../model/network/fees.ts';
import type { Network } from '../../model/network/network.ts';
import type { NodeSpec, Scenario, Step } from '../../model/scenario/scenario.ts';
import type { ScenarioText } from '../parse-scenario.ts';
import type { ExpectedOutcome } from '../../model/run/operation.ts';
import { withoutUndefined } from '../../model/without-undefined.ts';

/** A field path and what it is set to, as it would stand in the file. */
export interface Setting {
  readonly path: string;
  readonly value: unknown;
}

/**
 * The text of a scenario with fields set to other values, comments and order kept. Throws InputError for a path that
 * leads through something that is neither mapping nor list.
 */
export function variedText(
  { file, text }: Pick<ScenarioText, 'file' | 'text'>,
  settings: readonly Setting[],
): string {
  if (settings.length === 0) return text;
  const document = documentOf(text);
  for (const { path, value } of settings) {
    const steps = pathSteps(path);
    requireWay(document, { file, path, steps });
    document.setIn(steps, document.createNode(value));
  }
  return String(document);
}

/** True for a file, YAML or JSON, that has this key. */
export function hasKey(text: string, key: string): boolean {
  return documentOf(text).has(key);
}

// Stays as it is written: a number would lose digits, or the zeros behind its point, which make it whole tokens.
const DECIMAL: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  test: /^[-+]?(?:\d*\.\d+|\d+\.)$/,
  resolve: (text) => new Decimal(text),
  identify: (value) => value instanceof Decimal,
  stringify: ({ value }) => String(value),
};

function documentOf(text: string): Document {
  const customTags = (tags: Tags): Tags => [DECIMAL, ...tags];
  return parseDocument(text, { intAsBigInt: true, logLevel: 'error', customTags });
}

/** `traffic[0].amounts.sigma` as keys and indices. */
function pathSteps(path: string): readonly (string | number)[] {
  return path
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

function requireWay(
  document: Document,
  edit: { readonly file: string; readonly path: string; readonly steps: readonly (string | number)[] },
): void {
  const { file, path, steps } = edit;
  for (let length = 1; length < steps.length; length += 1) {
    const node = document.getIn(steps.slice(0, length), true);
    if (node === undefined || isCollection(node)) continue;
    // An empty value becomes a mapping.
    if (isNode(node) && node.toJS(document) === null) continue;
    const found = steps.slice(0, length).join('.');
    throw new InputError({
      place: { file },
      message: `plan.vary: ${path} leads through ${found}, which is a single value`,
      hint: `Vary ${found} itself, or write it as a mapping in the scenario.`,
    });
  }
}

// More channels than this are a snapshot's; a scenario of a megabyte is not read by a person.
const MOST_CHANNELS = 5000;

/** The fields that a settled text fixes beside the channels. */
export interface Settled {
  readonly seed: string;
  readonly network: Network;
  /** An expectation: what must hold. */
  readonly goal: string;
  readonly fees: Readonly<Record<string, FeeSchedule>>;
  /** Rules by which ends are filled, beside those that the scenario has. */
  readonly replenish: readonly ReplenishSpec[];
  /** The traffic and the recorded payments with their lengths. */
  readonly scenario: Pick<Scenario, 'traffic' | 'recorded'>;
}

/**
 * A scenario like another, whose channels are those of a network, each with its deposits: what planning has found,
 * ready to be simulated, replayed or planned on. `undefined` for several tokens or too many channels.
 */
export function settledText(source: Pick<ScenarioText, 'text'>, settled: Settled): string | undefined {
  const { seed, network, goal, fees, replenish, scenario } = settled;
  if (network.getAttribute('tokens').length !== 1 || network.size > MOST_CHANNELS) return undefined;
  const document = documentOf(source.text);
  const at = document.has('networks') ? ['networks', 0] : ['network'];
  document.setIn([...at, 'topology'], document.createNode({ channels: channelsOf(network) }));
  for (const field of ['capacity', 'split', 'totalDeposit']) document.deleteIn([...at, field]);
  document.set('seed', seed);
  document.set('expect', document.createNode([goal]));
  document.delete('plan');
  for (const [index, { durationMs, count }] of scenario.traffic.entries()) {
    if (count === undefined) document.deleteIn(['traffic', index, 'count']);
    if (durationMs !== undefined) document.setIn(['traffic', index, 'duration'], `${durationMs}ms`);
  }
  for (const [index, { durationMs }] of (scenario.recorded ?? []).entries())
    if (durationMs !== undefined) document.setIn(['recorded', index, 'duration'], `${durationMs}ms`);
  for (const [node, schedule] of Object.entries(fees))
    document.setIn(['nodes', node, 'fees'], document.createNode(feesEntry(schedule)));
  for (const rule of replenish)
    document.setIn(
      ['replenish', itemsOf(document.get('replenish')).length],
      document.createNode(replenishEntry(rule)),
    );
  return document.toString({ lineWidth: 110 });
}

/** A fee schedule as it is written in a scenario file. */
function feesEntry({ isUncapped, ...schedule }: FeeSchedule): object {
  return { ...schedule, ...withoutUndefined({ uncapped: isUncapped }) };
}

/** A node as it is written in a scenario file. */
export function nodeEntry({ fees, ...spec }: NodeSpec): object {
  return { ...withoutUndefined({ fees: fees && feesEntry(fees) }), ...spec };
}

function channelsOf(network: Network): readonly object[] {
  return network.mapEdges((_key, { totalDeposit }, source, target) => ({
    between: [source, target],
    deposits: [...totalDeposit],
  }));
}

/** The parts of a case beside its network and its steps. */
export interface CaseParts {
  readonly question: string;
  readonly seed: string;
  /** The finding that it shows; absent: none yet. */
  readonly found?: unknown;
  /** Lines above everything else, without the number sign. */
  readonly comment?: string;
}

// Keys of a scenario that a case does without: only its steps happen.
const LEFT_OUT = [
  'description',
  'traffic',
  'recorded',
  'expect',
  'load',
  'plan',
  'churn',
  'griefing',
  'messages',
  'replenish',
  'case',
];

/** A scenario file of the same network and protocol in which only the steps of a scenario happen. */
export function caseText(
  text: string,
  { steps, tokens }: Pick<Scenario, 'steps' | 'tokens'>,
  { question, seed, found, comment }: CaseParts,
): string {
  const document = documentOf(text);
  for (const key of LEFT_OUT) document.delete(key);
  document.set('question', question);
  document.set('seed', seed);
  const entries = steps.map((step) => stepEntry(step, { withToken: tokens.length > 1 }));
  document.set('steps', document.createNode(entries));
  if (found !== undefined) document.set('case', document.createNode(found));
  document.commentBefore = comment ?? null;
  // Steps, channels and fees are written on one line each.
  for (const item of itemsOf(document.get('steps')))
    if (isMap(item)) for (const { value } of item.items) flat(value);
  for (const item of itemsOf(document.getIn(['network', 'topology', 'channels']))) flat(item);
  flat(document.getIn(['network', 'fees']));
  return document.toString({ lineWidth: 0 });
}

/** A rule as it is written in a scenario file of one token: the inverse of reading it. */
function replenishEntry({ kind, node, partners, limit, ...rule }: ReplenishSpec): object {
  const { to, everyMs, delayMs, pricePpm, maxFeePpm } = rule;
  return {
    [REPLENISH_KEYS[kind]]: {
      node,
      ...withoutUndefined({ partners }),
      [kind === 'swap-out' ? 'above' : 'below']: limit,
      to,
      every: `${everyMs}ms`,
      delay: `${delayMs}ms`,
      ...(pricePpm > 0 && { pricePpm }),
      ...(maxFeePpm > 0 && { maxFeePpm }),
    },
  };
}

function itemsOf(node: unknown): readonly unknown[] {
  return isSeq(node) ? node.items : [];
}

function flat(node: unknown): void {
  if (isCollection(node)) node.flow = true;
}

/** A step as it is written in a scenario file: the inverse of reading it. `token` is written where asked for. */
export function stepEntry(
  step: Step,
  { withToken }: { readonly withToken: boolean },
): Record<string, unknown> {
  const { kind, atMs, isBeside, outcome } = step;
  return {
    [kind]: actionEntry(step, withToken),
    ...withoutUndefined({
      at: atMs === undefined ? undefined : `${atMs}ms`,
      beside: isBeside,
      outcome: outcome && outcomeEntry(outcome),
    }),
  };
}

function actionEntry(step: Step, withToken: boolean): unknown {
  if ('from' in step || step.kind === 'slow') return settingsOf(step, withToken);
  switch (step.kind) {
    case 'stop':
      return step.node;
    case 'start':
      return step.settings === undefined ? step.node : { node: step.node, ...nodeEntry(step.settings) };
    case 'leave':
      return withToken ? { node: step.node, token: step.token } : step.node;
    case 'wait':
      return step.blocks === undefined ? `${step.ms ?? 0}ms` : { blocks: step.blocks };
    case 'observe': {
      const { of, ...settings } = step.observation;
      return { [of]: settingsOf(settings, withToken), within: `${step.withinMs}ms` };
    }
  }
}

const BESIDE_SETTINGS: ReadonlySet<string> = new Set([
  'kind',
  'atMs',
  'isBeside',
  'after',
  'origin',
  'outcome',
]);

// Durations have their unit, and a total that rises is written as `by`.
function settingsOf(step: object, withToken: boolean): object {
  const entries = Object.entries(step).flatMap(([name, value]: [string, unknown]) => {
    if (BESIDE_SETTINGS.has(name) || (name === 'token' && !withToken) || (name === 'times' && value === 1))
      return [];
    if (name.endsWith('Ms')) return [[name.slice(0, -'Ms'.length), `${String(value)}ms`]];
    const isRise = typeof value === 'object' && value !== null && 'by' in value;
    return [isRise ? ['by', value.by] : [name, value]];
  });
  const { from, to, token, ...settings } = Object.fromEntries(entries) as Record<string, unknown>;
  return { ...withoutUndefined({ from, to, token }), ...settings };
}

function outcomeEntry(expected: ExpectedOutcome): unknown {
  const { says } = expected;
  if (expected.kind === 'answered') return { status: expected.status, ...withoutUndefined({ says }) };
  const { kind, reason } = expected;
  return reason === undefined ? kind : { [kind]: reason, ...withoutUndefined({ says }) };
}
