import type { FastifyRequest } from 'fastify';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { InvariantError } from '../../errors.ts';
import { DEFAULT_TIMEOUTS, timeoutsOf } from '../../model/network/network.ts';
import type { NodeApi } from '../../ports/node-api.ts';
import type { Simulation } from '../../ports/simulation.ts';
import { addControlRoutes, type ControlledSandbox } from '../control/control-routes.ts';
import { foreignPage } from './callers.ts';
import { type Call, HttpApp } from './http-app.ts';
import { openApiDocument, openApiEndpoint } from './openapi.ts';
import { addDebugRoutes } from '../path-finding/debug-endpoints.ts';
import { addPathFindingRoutes } from '../path-finding/path-finding-endpoints.ts';
import { pathFindingWording } from '../path-finding/path-finding-wording.ts';
import { ServiceAccount } from '../path-finding/service-account.ts';
import type { RestDialect } from '../rest-dialect.ts';
import { type WebFiles, WebInterface } from '../web-interface/web-interface.ts';
import type { NodeEnded, ServedNode } from './switchboard.ts';

/** The two routers of a sandbox: one for the ports of all nodes, one for the path-finding service. */
export class Doors {
  readonly #simulation: Simulation;
  readonly #dialect: RestDialect;
  readonly #nodeApp: HttpApp;
  readonly #pathFindingApp = new HttpApp(pathFindingWording);
  readonly #account = new ServiceAccount();
  readonly #nodeOfRequest = new WeakMap<IncomingMessage, ServedNode>();
  readonly #onEnd: NodeEnded;
  #web: WebInterface | undefined;
  #stop: (node: ServedNode) => void = () => {};
  #routeNode: RequestListener = refuseEarly;
  #routePathFinding: RequestListener = refuseEarly;

  constructor(simulation: Simulation, dialect: RestDialect, onEnd: NodeEnded = () => {}) {
    this.#simulation = simulation;
    this.#onEnd = onEnd;
    this.#dialect = dialect;
    this.#nodeApp = new HttpApp(dialect.wording);
  }

  /** Adds all routes; nothing is answered before. */
  async furnish(sandbox: ControlledSandbox, web?: WebFiles): Promise<void> {
    const { pathFinding, control } = this.#simulation;
    this.#stop = (node) => sandbox.switchboard.stop(node);
    this.#web = web && this.#webInterface(web, sandbox);
    const nodes = [...sandbox.switchboard.nodes.values()];
    const nameOf = new Map(nodes.map(({ address, name }) => [address, name] as const));
    addNodeRoutes(this.#nodeApp, this.#dialect, {
      nodeOf: ({ raw }) => this.#nodeOf(raw).api,
      allowedHosts: sandbox.allowedHosts,
      stop: ({ raw }) => sandbox.switchboard.stop(this.#nodeOf(raw), { spare: raw.socket }),
    });
    addPathFindingRoutes(this.#pathFindingApp, {
      api: pathFinding,
      account: this.#account,
      isNetwork: (address) => this.#simulation.chain.isNetwork(address),
      addresses: nodes.map(({ address }) => address),
      depositOf: (address) => this.#simulation.chain.userDeposit(address).balance,
      isOnline: (address) => {
        const name = nameOf.get(address);
        return name !== undefined && control.isSeen(name);
      },
    });
    addDebugRoutes(this.#pathFindingApp, this.#simulation.records);
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
      if (this.#web?.answers(request)) {
        this.#web.answer(request, response);
        return;
      }
      this.#nodeOfRequest.set(request, node);
      response.once('finish', () => {
        if (response.statusCode === 500 && this.#dialect.rules.endsWith500) this.#end(node, request);
      });
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

  /** Nothing is left of what clients of the services have said. */
  forget(): void {
    this.#account.forget();
  }

  async close(): Promise<void> {
    await Promise.all([this.#nodeApp.close(), this.#pathFindingApp.close()]);
  }

  #webInterface(files: WebFiles, { allowedHosts }: ControlledSandbox): WebInterface {
    const { chain, control, names } = this.#simulation;
    const network = control.network();
    const [name] = names;
    const [token] = network.getAttribute('tokens');
    const timeouts =
      name === undefined || token === undefined
        ? DEFAULT_TIMEOUTS
        : timeoutsOf(network.getNodeAttributes(name), token.name);
    return new WebInterface({ files, chain, root: this.#dialect.root, timeouts, allowedHosts });
  }

  #end(node: ServedNode, { method = '', url = '' }: IncomingMessage): void {
    this.#stop(node);
    this.#onEnd(node.name, `${method} ${url}`);
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

/** Serves the document on `/openapi.json`. */
function addOpenApiRoute(app: HttpApp, dialect: RestDialect): void {
  let document: object | undefined;
  app.routes(dialect.wording)(openApiEndpoint, () => {
    document ??= openApiDocument(dialect);
    return { kind: 'ok', status: 200, value: document as { openapi: string } };
  });
}

interface NodesOfRequests {
  /** Tells from a request whose port it came in on. */
  readonly nodeOf: (request: FastifyRequest) => NodeApi;
  /** Hosts whose pages may change nodes. */
  readonly allowedHosts: readonly string[];
  /** Stops that node when the request is answered. */
  readonly stop: (request: FastifyRequest) => void;
}

/** Serves the API of every node. */
function addNodeRoutes(
  app: HttpApp,
  { endpoints, servedOnly, wording }: RestDialect,
  { nodeOf, allowedHosts, stop }: NodesOfRequests,
): void {
  // A browser asks leave before it sends JSON or any other method; a POST without a body it sends for every page.
  const route = app.routes(wording, (request, { method, body }) =>
    method === 'POST' && body === undefined ? foreignPage(request, allowedHosts) : undefined,
  );
  route(endpoints.address, ({ request }) => nodeOf(request).address());
  route(endpoints.version, ({ request }) => nodeOf(request).version());
  if (endpoints.settings !== undefined)
    route(endpoints.settings, ({ request }) => nodeOf(request).settings());
  route(endpoints.status, ({ request }) => nodeOf(request).status());
  route(endpoints.tokens, ({ request }) => nodeOf(request).tokens());
  route(endpoints.tokenNetwork, ({ request, address }) =>
    nodeOf(request).tokenNetwork(address('token_address')),
  );
  for (const endpoint of [endpoints.channels, endpoints.channelsOfToken])
    route(endpoint, (call) => nodeOf(call.request).channels(filterOf(call)));
  route(endpoints.channel, (call) => nodeOf(call.request).channel(channelOf(call)));
  route(endpoints.openChannel, ({ request, body }) => nodeOf(request).openChannel(body));
  route(endpoints.updateChannel, (call) =>
    nodeOf(call.request).updateChannel({ ...call.body, ...channelOf(call) }),
  );
  route(endpoints.connections, ({ request }) => nodeOf(request).connections());
  route(endpoints.leave, ({ request, address }) => nodeOf(request).leave(address('token_address')));
  if (endpoints.registerToken !== undefined)
    route(endpoints.registerToken, ({ request, address }) =>
      nodeOf(request).registerToken(address('token_address')),
    );
  if (endpoints.mint !== undefined)
    route(endpoints.mint, ({ request, address, body }) =>
      nodeOf(request).mint({ ...body, token: address('token_address') }),
    );
  if (endpoints.userDeposit !== undefined)
    route(endpoints.userDeposit, ({ request, body }) => nodeOf(request).userDeposit(body));
  if (endpoints.notifications !== undefined)
    route(endpoints.notifications, ({ request }) => nodeOf(request).notifications());
  route(endpoints.pay, ({ request, address, body }) =>
    nodeOf(request).pay({ ...body, token: address('token_address'), target: address('target_address') }),
  );
  for (const endpoint of [endpoints.payments, endpoints.paymentsOfToken, endpoints.paymentsWithPartner])
    route(endpoint, (call) => nodeOf(call.request).payments({ ...call.query, ...filterOf(call) }));
  const { pendingTransfers, pendingTransfersOfToken, pendingTransfersInChannel } = endpoints;
  for (const endpoint of [pendingTransfers, pendingTransfersOfToken, pendingTransfersInChannel])
    route(endpoint, (call) => nodeOf(call.request).pendingTransfers(filterOf(call)));
  for (const { endpoint, answer } of servedOnly)
    route(endpoint, ({ request, address }) =>
      answer({ node: nodeOf(request), address, stop: () => stop(request) }),
    );
}

type InPath = Pick<Call<unknown, unknown>, 'address'>;

function channelOf({ address }: InPath) {
  return { token: address('token_address'), partner: address('partner_address') };
}

// A parameter that the path does not name is empty, and narrows nothing.
function filterOf(call: InPath) {
  const { token, partner } = channelOf(call);
  return { ...(token && { token }), ...(partner && { partner }) };
}
