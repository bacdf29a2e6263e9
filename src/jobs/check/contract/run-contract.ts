import { InputError, InterruptedError, UnreachableError } from '../../../errors.ts';
import type { CaseVerdict, ContractReport, JudgedCase } from '../../../model/check/contract-report.ts';
import type { NodeName } from '../../../model/network/network.ts';
import { withoutValueText } from '../../../model/run/reason.ts';
import { connectControl } from '../../../rest/control/connect-control.ts';
import { connectNode } from '../../../rest/connect/connect-node.ts';
import { type Placeholder, PLACEHOLDERS } from '../../../rest/contract/placeholders.ts';
import type { CaseChange, Contract, ContractCase } from '../../../rest/contract/contract-case.ts';
import { dialectNamed } from '../../../rest/dialect-named.ts';
import type { Endpoint } from '../../../rest/endpoint.ts';
import { createRandomSource } from '../../../runtime/random-source.ts';
import { currentDate } from '../../../runtime/real-clock.ts';
import { orInterrupted } from '../../../runtime/unless-aborted.ts';
import type { EndOnWay } from '../../../verdict/failures/dead-ends.ts';
import type { Target } from '../../targets/target.ts';
import { CaseRunner, endpointsByOperation, neededBy, USUAL_DEADLINE_MS } from './case-runner.ts';
import { type Learned, learnSurroundings, type ListedNode } from './learn-surroundings.ts';
import type { RandomStream } from '../../../ports/random.ts';
import { hashOfSecret } from '../../../model/run/secret-hash.ts';

export interface RunContract {
  /** One of them is checked, the others are its neighbours. */
  readonly targets: Readonly<Record<NodeName, Target>>;
  /** The one that is checked; absent: the first one. */
  readonly node?: NodeName | undefined;
  /** Absent: what the first target says it speaks. */
  readonly dialect?: string | undefined;
  /** Channels that carry nothing: nothing is asked of them. Absent: none are known. */
  readonly dead?: readonly EndOnWay[] | undefined;
  /** The contract of a dialect. */
  readonly contractOf: (dialect: string) => Contract;
  /** The changes that cases may make; none unless given. Each may pay one unit a request all the same. */
  readonly mayChange?: readonly CaseChange[];
  /** Names of cases or operations; absent: all. */
  readonly only?: readonly string[] | undefined;
  /** How long the node may take for an answer; absent: longer where a case changes channels. */
  readonly deadlineMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onCase?: (
    verdict: CaseVerdict,
    progress: { readonly done: number; readonly total: number },
  ) => void;
}

// A sandbox answers at once; a real node refuses the path.
const PROBE_MS = 5_000;

/**
 * Asks a node everything that its dialect's contract holds, one case after the other, and says what is answered
 * otherwise. Throws UnreachableError when it does not answer at all, InputError when `node` or `only` names nothing.
 */
export async function runContract(options: RunContract): Promise<ContractReport> {
  const { targets, contractOf, mayChange = [], dead = [], signal, onCase, deadlineMs } = options;
  const [[name, target], ...neighbours] = checkedFirst(targets, options.node);
  const dialect = dialectNamed(options.dialect ?? target.dialect);
  const { cases, absent } = contractOf(dialect.name);
  const wanted = chosen(cases, options.only);
  const listed = connectListed([[name, target], ...neighbours], {
    dialect: dialect.name,
    deadlineMs: deadlineMs ?? USUAL_DEADLINE_MS,
  });
  const [checked, ...others] = listed as [ListedNode & Closing, ...(ListedNode & Closing)[]];
  const runner = new CaseRunner({ target, dialect, deadlineMs });
  const judged: JudgedCase[] = [];
  try {
    await orInterrupted(requireReady(checked), signal);
    const isSandbox = await isServedByMillrace(target.baseUrl);
    const learned = await orInterrupted(
      learnSurroundings(checked, others, { ...dialect, dead, isSandbox }),
      signal,
    );
    const endpoints = endpointsByOperation(dialect);
    const random = createRandomSource(currentDate()).stream('contract');
    for (const one of wanted) {
      const known = new Map([...learned.known, ...freshValues(random)]);
      const verdict =
        notRun(one, { ...learned, known, endpoints, mayChange, isSandbox }) ??
        (await orInterrupted(runner.run(one, known), signal));
      const { operation, outcome, source } = one;
      judged.push({ name: one.name, operation, outcome, source, verdict });
      onCase?.(verdict, { done: judged.length, total: wanted.length });
    }
  } catch (error) {
    // Breaking off what is under way leaves what was judged before.
    if (!(error instanceof InterruptedError)) throw error;
  } finally {
    await Promise.all([runner.close(), ...listed.map((node) => node.close())]);
  }
  return {
    dialect: dialect.name,
    node: name,
    url: runner.url,
    cases: judged,
    absent,
    partial: judged.length < wanted.length,
  };
}

interface Closing {
  close(): Promise<void>;
}

type Named = readonly [NodeName, Target];

// Entries keep their order; an object puts names that are digits before all others.
function checkedFirst(
  targets: RunContract['targets'],
  node: NodeName | undefined,
): readonly [Named, ...Named[]] {
  const all = Object.entries(targets);
  const checked = node === undefined ? all[0] : all.find(([name]) => name === node);
  if (checked !== undefined) return [checked, ...all.filter((one) => one !== checked)];
  if (node === undefined) throw new InputError({ message: 'there is no node to check' });
  throw new InputError({
    message: `the node list has no ${JSON.stringify(node)}`,
    hint: `It has ${Object.keys(targets).join(', ')}.`,
  });
}

function connectListed(
  targets: readonly Named[],
  { dialect, deadlineMs }: { readonly dialect: string; readonly deadlineMs: number },
): readonly (ListedNode & Closing)[] {
  return targets.map(([name, { address, ...place }], at) => {
    // Neighbours may be of another kind; of the node that is checked, the contract's dialect is believed.
    const spoken = at === 0 ? { ...place, dialect } : place;
    const api = connectNode({ ...spoken, deadlineMs });
    const target = address === undefined ? place : { ...place, address };
    return { name, target, api, close: () => api.close() };
  });
}

function chosen(cases: readonly ContractCase[], only: RunContract['only']): readonly ContractCase[] {
  if (only === undefined) return cases;
  const names = new Set(cases.flatMap(({ name, operation }) => [name, operation]));
  const unknown = only.find((name) => !names.has(name));
  if (unknown !== undefined)
    throw new InputError({
      message: `there is no case or operation ${JSON.stringify(unknown)} in the contract`,
      hint: `Operations are ${[...new Set(cases.map(({ operation }) => operation))].join(', ')}.`,
    });
  return cases.filter(({ name, operation }) => only.includes(name) || only.includes(operation));
}

// Only readiness is required here: the cases find everything else that is wrong.
async function requireReady({ name, api }: ListedNode): Promise<void> {
  const status = await api.status();
  if (
    status.kind === 'unreachable' ||
    (status.kind === 'indeterminate' && status.cause !== 'unreadable-answer')
  )
    throw new UnreachableError(`node ${name} does not answer: ${withoutValueText(status)}`);
  if (status.kind === 'ok' && status.value.status !== 'ready')
    throw new UnreachableError(`node ${name} is not ready: its status is ${status.value.status}`);
}

function notRun(
  one: ContractCase,
  surroundings: Learned & {
    readonly endpoints: ReadonlyMap<string, Endpoint>;
    readonly mayChange: readonly CaseChange[];
    readonly isSandbox: boolean;
  },
): CaseVerdict | undefined {
  const { known, untold, endpoints, mayChange, isSandbox } = surroundings;
  if (one.changes !== undefined && !mayChange.includes(one.changes))
    return { kind: 'not-run', needs: FORBIDDEN[one.changes] };
  if (isSandbox && one.unlikeSandbox !== undefined)
    return { kind: 'not-run', needs: `a real node: ${one.unlikeSandbox}` };
  const missing = neededBy(one, endpoints).filter((placeholder) => !known.has(placeholder));
  const [first] = missing;
  if (first === undefined) return undefined;
  return untold === undefined
    ? { kind: 'not-run', needs: PLACEHOLDERS[first] }
    : { kind: 'unknown', why: untold };
}

const FORBIDDEN: Readonly<Record<CaseChange, string>> = {
  channel: 'leave to change channels (--contract --allow-changes)',
  account: 'leave to mint tokens and to move the user deposit (--contract --allow-changes)',
  node: 'a new sandbox, because the node is stopped',
};

async function isServedByMillrace(baseUrl: string): Promise<boolean> {
  const control = connectControl({ baseUrl, deadlineMs: PROBE_MS });
  try {
    return (await control.probe()) !== undefined;
  } finally {
    await control.close();
  }
}

const WORDS_OF_A_SECRET = 8;

/** An identifier and a secret for one case: a node may remember those of earlier ones, and of earlier runs. */
function freshValues(random: RandomStream): readonly (readonly [Placeholder, string])[] {
  const word = (): string =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  const secret = `0x${Array.from({ length: WORDS_OF_A_SECRET }, word).join('')}`;
  const identifier = 1 + Math.floor(random() * Number.MAX_SAFE_INTEGER);
  return [
    ['identifier', String(identifier)],
    ['secret', secret],
    ['secretHash', hashOfSecret(secret)],
  ];
}
