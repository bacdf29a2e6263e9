import { InputError, InvariantError } from '../../errors.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { NetworkControl, Simulation } from '../../ports/simulation.ts';
import type { SandboxOrigin } from '../control/control-endpoints.ts';
import { dialectNamed } from '../dialect-named.ts';
import { Doors } from './doors.ts';
import type { WebFiles } from '../web-interface/web-interface.ts';
import { PortListener } from './port-listener.ts';
import { type NodeEnded, type ServedNode, Switchboard } from './switchboard.ts';

const LAST_PORT = 65_535;

/** Nodes that answer over HTTP. */
export interface ServedNodes {
  readonly baseUrls: Readonly<Record<NodeName, string>>;
  readonly pathFindingUrl: string;
  /** As the simulation's own, but ports follow: a node stopped through this refuses connections. */
  readonly control: Pick<NetworkControl, 'stop'> & {
    start(node: NodeName): Promise<void>;
    reset(): Promise<void>;
  };
  /** Closes every port and breaks every connection. */
  close(): Promise<void>;
}

interface ServeOptions {
  readonly nodes: Simulation;
  /** Which nodes they answer like; the Python node unless said otherwise. */
  readonly dialect?: string;
  /** Loopback unless said otherwise. */
  readonly host?: string;
  /** Hosts under whose names the nodes may be asked, and whose pages may change them; this machine's always may. */
  readonly allowedHosts?: readonly string[];
  /** Port of the first node, the others follow in order; 0: any free ports. */
  readonly basePort: number;
  /** 0: any free port. */
  readonly pathFindingPort: number;
  readonly origin?: SandboxOrigin;
  readonly onEnd?: NodeEnded | undefined;
  /** A web interface that every node shows; absent: none. */
  readonly web?: WebFiles | undefined;
}

/**
 * Puts every simulated node behind HTTP, each on its own port, and the path-finding service on another.
 * All nodes share one router, so that thousands are cheap. Throws InputError when a port cannot be had;
 * then nothing is left listening.
 */
export async function serveNodes(options: ServeOptions): Promise<ServedNodes> {
  const { host = '127.0.0.1', allowedHosts = [], pathFindingPort, origin = {} } = options;
  const dialect = dialectNamed(options.dialect);
  const simulation = dialect.disguise?.(options.nodes) ?? options.nodes;
  const doors = new Doors(simulation, dialect, options.onEnd);
  const nodes = servedNodes({ ...options, host, nodes: simulation }, doors);
  const pathFinding = new PortListener({
    host,
    port: pathFindingPort,
    owner: 'the path-finding service',
    option: '--path-finding-port',
    allowedHosts,
    answer: (request, response) => doors.answerPathFinding(request, response),
  });
  const switchboard = new Switchboard(nodes, simulation, () => doors.forget());
  const { records } = simulation;
  await doors.furnish(
    { switchboard, records, origin, pathFindingUrl: () => pathFinding.url, allowedHosts },
    options.web,
  );

  const listeners = [...[...nodes.values()].map(({ listener }) => listener), pathFinding];
  await openAll(listeners);
  // Nodes that are offline from the start have their port, but nobody answers there.
  for (const node of nodes.values()) if (!simulation.control.isRunning(node.name)) node.listener.shut();
  return {
    baseUrls: Object.fromEntries([...nodes.values()].map(({ name, listener }) => [name, listener.url])),
    pathFindingUrl: pathFinding.url,
    control: {
      stop: (name) => switchboard.stop(found(nodes.get(name), name)),
      start: (name) => switchboard.start(found(nodes.get(name), name)),
      reset: () => switchboard.reset(),
    },
    close: async () => {
      for (const listener of listeners) listener.shut();
      await doors.close();
    },
  };
}

// No browser and no fetch connects to these (fetch.spec.whatwg.org, bad port), as far as nodes may come to them.
const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
]);

// One after the other, but for those that no page could ask.
function portsFrom(first: number, count: number): readonly number[] {
  if (first === 0) return Array.from({ length: count }, () => 0);
  const ports: number[] = [];
  for (let port = first; ports.length < count; port += 1)
    if (port === first || !BLOCKED_PORTS.has(port)) ports.push(port);
  return ports;
}

function servedNodes(
  { nodes, host = '127.0.0.1', allowedHosts, basePort }: ServeOptions,
  doors: Doors,
): ReadonlyMap<NodeName, ServedNode> {
  const ports = portsFrom(basePort, nodes.names.length);
  const lastPort = ports.at(-1) ?? basePort;
  if (basePort < 0 || lastPort > LAST_PORT)
    throw new InputError({
      message: `${nodes.names.length} nodes from port ${basePort} on need ports up to ${lastPort}; the last port is ${LAST_PORT}`,
      hint: 'choose another first port with --port',
    });
  const network = nodes.control.network();
  return new Map(
    nodes.names.map((name, index) => {
      const node: ServedNode = {
        name,
        address: network.getNodeAttribute(name, 'address'),
        api: nodes.node(name),
        listener: new PortListener({
          host,
          port: ports[index] ?? 0,
          owner: `node ${name}`,
          option: "--port, the first node's",
          allowedHosts,
          answer: (request, response) => doors.answerNode(node, { request, response }),
        }),
      };
      return [name, node] as const;
    }),
  );
}

async function openAll(listeners: readonly PortListener[]): Promise<void> {
  const opened = await Promise.allSettled(listeners.map((listener) => listener.open()));
  const failed = opened.filter((result) => result.status === 'rejected');
  if (failed.length === 0) return;
  for (const listener of listeners) listener.shut();
  const faults = failed.flatMap(({ reason }) => {
    if (reason instanceof InputError) return reason.faults;
    throw reason;
  });
  throw new InputError(faults.slice(0, 1));
}

function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new InvariantError(`no served node: ${what}`);
  return value;
}
