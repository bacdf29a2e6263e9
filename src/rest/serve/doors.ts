import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { InvariantError } from '../../errors.ts';
import type { Simulation } from '../../ports/simulation.ts';
import { addControlRoutes, type ControlledSandbox } from '../control/control-routes.ts';
import { HttpApp } from './http-app.ts';
import { addNodeRoutes } from './node-routes.ts';
import { addOpenApiRoute } from './openapi.ts';
import { addPathFindingRoutes } from '../path-finding/path-finding-routes.ts';
import { pathFindingWording } from '../path-finding/path-finding-wording.ts';
import type { RestDialect } from '../rest-dialect.ts';
import type { ServedNode } from './switchboard.ts';

/** The two routers of a sandbox: one for the ports of all nodes, one for the path-finding service. */
export class Doors {
  readonly #simulation: Simulation;
  readonly #dialect: RestDialect;
  readonly #nodeApp: HttpApp;
  readonly #pathFindingApp = new HttpApp(pathFindingWording);
  readonly #nodeOfRequest = new WeakMap<IncomingMessage, ServedNode>();
  #routeNode: RequestListener = refuseEarly;
  #routePathFinding: RequestListener = refuseEarly;

  constructor(simulation: Simulation, dialect: RestDialect) {
    this.#simulation = simulation;
    this.#dialect = dialect;
    this.#nodeApp = new HttpApp(dialect.wording);
  }

  /** Adds all routes; nothing is answered before. */
  async furnish(sandbox: ControlledSandbox): Promise<void> {
    const { pathFinding, control } = this.#simulation;
    const nodes = [...sandbox.switchboard.nodes.values()];
    const nameOf = new Map(nodes.map(({ address, name }) => [address, name] as const));
    addNodeRoutes(this.#nodeApp, this.#dialect, {
      nodeOf: ({ raw }) => this.#nodeOf(raw).api,
      stop: ({ raw }) => sandbox.switchboard.stop(this.#nodeOf(raw), { spare: raw.socket }),
    });
    addPathFindingRoutes(this.#pathFindingApp, {
      api: pathFinding,
      isOnline: (address) => {
        const name = nameOf.get(address);
        return name !== undefined && control.isSeen(name);
      },
    });
    for (const app of [this.#nodeApp, this.#pathFindingApp]) {
      addControlRoutes(app, sandbox);
      addOpenApiRoute(app, this.#dialect);
    }
    this.#routeNode = await this.#nodeApp.ready();
    this.#routePathFinding = await this.#pathFindingApp.ready();
  }

  /** Answers a request that came in on a node's port. */
  answerNode(
    node: ServedNode,
    { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  ): void {
    if (this.#simulation.control.isRunning(node.name)) {
      this.#nodeOfRequest.set(request, node);
      this.#routeNode(request, response);
    } else {
      // Stopped through the simulation itself: the port learns it with the first request.
      node.listener.shut();
    }
  }

  /** Answers a request that came in on the path-finding service's port. */
  answerPathFinding(...exchange: Parameters<RequestListener>): void {
    this.#routePathFinding(...exchange);
  }

  async close(): Promise<void> {
    await Promise.all([this.#nodeApp.close(), this.#pathFindingApp.close()]);
  }

  #nodeOf(request: IncomingMessage): ServedNode {
    const node = this.#nodeOfRequest.get(request);
    if (node === undefined) throw new InvariantError('a request came in on no port of ours');
    return node;
  }
}

function refuseEarly(request: IncomingMessage): void {
  request.destroy();
}
