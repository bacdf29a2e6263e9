import { InputError } from '../../errors.ts';
import { type Directory, directoryOf } from '../../model/network/directory.ts';
import { type Network, type NodeName, tokenNetwork } from '../../model/network/network.ts';
import { nodeLine } from '../../model/node-text.ts';
import type { AskedPath } from '../../model/run/trace.ts';
import type { Answer } from '../../model/run/answer.ts';
import type { Operation, PayRequest } from '../../model/run/operation.ts';
import { withoutValueText } from '../../model/run/reason.ts';
import type { PathFindingApi } from '../../ports/path-finding-api.ts';
import { connectPathFinding } from '../../rest/path-finding/connect-path-finding.ts';
import { connectRecords } from '../../rest/path-finding/connect-records.ts';
import type { LockstepClock } from '../../runtime/lockstep-clock.ts';
import type { TargetConnections } from '../targets/connections.ts';
import type { SandboxControl } from '../targets/sandbox-control.ts';

/** The answer of a service about a payment: a path by names, where it knows strangers by their addresses, or why there is none. */
export type NamedPath = Pick<AskedPath, 'service'> &
  (
    | { readonly answer: 'path'; readonly path: readonly string[] }
    | Pick<AskedPath & { readonly answer: 'fee' | 'none' }, 'answer' | 'said'>
  );

interface Service {
  readonly shown: string;
  readonly api: PathFindingApi;
  /** Why it is not asked any more. */
  closed: Silence | undefined;
}

type Silence = Extract<NamedPath, { readonly answer: 'fee' | 'none' }>;

// As many as a node asks for (raiden.md 2.1): a service may look for several in another way than for one.
const MAX_PATHS = 3;

/**
 * The path-finding services that nodes name in their settings. Each is asked what it is, once, and for paths; none is
 * paid, and one that lets a question wait for too long is not asked again.
 */
export class NamedServices {
  readonly #connections: Pick<TargetConnections, 'readers' | 'pathFinding'>;
  readonly #start: Network;
  readonly #directory: Directory;
  readonly #byNode = new Map<NodeName, Promise<Service | Silence | undefined>>();
  readonly #byUrl = new Map<string, Promise<Service | Silence>>();

  constructor(connections: Pick<TargetConnections, 'readers' | 'pathFinding'>, start: Network) {
    this.#connections = connections;
    this.#start = start;
    this.#directory = directoryOf(start);
  }

  /** The path that the payer's service names first; `undefined`: the payer names no service. */
  async firstPath({ node, target, token, amount }: PayRequest): Promise<NamedPath | undefined> {
    // Asked once a node: the name does not change while the node runs.
    const service = await once(this.#byNode, node, () => this.#named(node));
    if (service === undefined || 'answer' in service) return service;
    if (service.closed !== undefined) return service.closed;
    const answer = await service.api.paths({
      network: tokenNetwork(this.#start, token).tokenNetworkAddress,
      from: this.#directory.addressOf(node),
      to: this.#directory.addressOf(target),
      value: amount,
      maxPaths: MAX_PATHS,
    });
    const { shown } = service;
    if (answer.kind !== 'ok') {
      const silence = silent(shown, answer);
      if (answer.kind === 'indeterminate' && answer.cause === 'deadline') service.closed = silence;
      return silence;
    }
    const [first] = answer.value;
    if (first === undefined) return { service: shown, answer: 'none', said: 'an empty list of paths' };
    const path = first.path.map((address) => this.#directory.nodeAt(address) ?? address);
    return { service: shown, answer: 'path', path };
  }

  async #named(node: NodeName): Promise<Service | Silence | undefined> {
    const settings = await this.#connections.readers.node(node).settings();
    const url = settings.kind === 'ok' ? settings.value.pathFindingServiceAddress : null;
    return url === null ? undefined : await once(this.#byUrl, url, () => this.#connect(url, node));
  }

  async #connect(url: string, node: NodeName): Promise<Service | Silence> {
    let api: PathFindingApi;
    try {
      api = this.#connections.pathFinding(url, node);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const service = URL.canParse(url) ? new URL(url).origin : 'no URL';
      return { service, answer: 'none', said: nodeLine(error.message) };
    }
    const shown = new URL(url).origin;
    const info = await api.info();
    if (info.kind !== 'ok') return silent(shown, info);
    const { price } = info.value;
    if (price > 0n) return { service: shown, answer: 'fee', said: `a price of ${price}` };
    return { shown, api, closed: undefined };
  }
}

function once<Value>(known: Map<string, Value>, key: string, ask: () => Value): Value {
  const value = known.get(key) ?? ask();
  known.set(key, value);
  return value;
}

function silent(service: string, answer: Exclude<Answer<unknown>, { readonly kind: 'ok' }>): Silence {
  return { service, answer: 'none', said: withoutValueText(answer) };
}

/** The services and contracts that steps look at; `undefined`: none does. A sandbox shows all that they have written down. */
export function observedServices({
  operations,
  control,
  lockstep,
}: {
  readonly operations: readonly Operation[];
  readonly control: SandboxControl | undefined;
  readonly lockstep: LockstepClock | undefined;
}) {
  if (!operations.some(({ kind }) => kind === 'observe' || kind === 'remember')) return undefined;
  const pathFindingUrl = control?.pathFindingUrl;
  const records = connectRecords({ pathFindingUrl, sandboxUrl: pathFindingUrl });
  const pathFinding =
    pathFindingUrl === undefined ? undefined : connectPathFinding({ baseUrl: pathFindingUrl, isPaid: true });
  return {
    records: lockstep?.asking(records) ?? records,
    pathFinding: pathFinding && (lockstep?.asking(pathFinding) ?? pathFinding),
    remembered: new Map(),
    close: async (): Promise<void> => {
      await records.close();
      await pathFinding?.close();
    },
  };
}
