import type { FastifyRequest } from 'fastify';
import type { Answer } from '../../model/run/answer.ts';
import { refused } from '../../model/run/reason.ts';
import { InputError } from '../../errors.ts';
import type { NetworkRecords } from '../../ports/network-records.ts';
import type { NetworkControl } from '../../ports/simulation.ts';
import { MILLRACE_VERSION } from '../../runtime/versions.ts';
import {
  controlEndpoints as endpoints,
  type SandboxDescription,
  type SandboxOrigin,
} from './control-endpoints.ts';
import { foreignCaller } from '../serve/callers.ts';
import type { HttpApp } from '../serve/http-app.ts';
import { raidenWording } from '../raiden/wording.ts';
import type { ServedNode, Switchboard } from '../serve/switchboard.ts';

/** The parts of a sandbox that its control API shows and changes. */
export interface ControlledSandbox {
  readonly switchboard: Switchboard;
  readonly records: NetworkRecords;
  readonly origin: SandboxOrigin;
  readonly pathFindingUrl: () => string;
  /** Hosts whose pages may call it. */
  readonly allowedHosts: readonly string[];
}

/** Serves the control API under `/_millrace`. */
export function addControlRoutes(app: HttpApp, sandbox: ControlledSandbox): void {
  const { switchboard, records, allowedHosts } = sandbox;
  const { control, nodes } = switchboard;
  const route = app.routes(raidenWording, (request) => foreignCaller(request, allowedHosts));
  route(endpoints.describe, () => done(describe(sandbox)));
  route(endpoints.stop, ({ parameter, request }) =>
    withNode(nodes.get(parameter('name')), (node) => switchboard.stop(node, { spare: request.raw.socket })),
  );
  route(endpoints.start, ({ parameter, body }) =>
    withNode(nodes.get(parameter('name')), (node) => switchboard.start(node, body)),
  );
  route(endpoints.freeze, ({ parameter }) =>
    withNode(nodes.get(parameter('name')), ({ name }) => control.freeze(name)),
  );
  route(endpoints.thaw, ({ parameter }) =>
    withNode(nodes.get(parameter('name')), ({ name }) => control.thaw(name)),
  );
  route(endpoints.slow, ({ parameter, body }) =>
    withNode(nodes.get(parameter('name')), ({ name }) => control.slow(name, body.ms)),
  );
  route(endpoints.setStartup, ({ body }) => {
    control.setStartup(body.ms);
    return done(body);
  });
  route(endpoints.setHopLatency, ({ body }) => {
    control.setHopLatency(body.ms);
    return done(body);
  });
  route(endpoints.keepExpiredLocks, () => {
    control.keepExpiredLocks();
    return done({ done: true });
  });
  route(endpoints.network, () => done(control.network()));
  route(endpoints.snapshot, () => snapshot(control));
  route(endpoints.reset, ({ request }) => reset(switchboard, request));
  route(endpoints.events, () => records.events());
  route(endpoints.pendingTransfers, () => done({ pending: control.pendingTransfers() }));

  async function withNode(
    node: ServedNode | undefined,
    change: (node: ServedNode) => void | Promise<void>,
  ): Promise<Answer<{ readonly name: string; readonly running: boolean }>> {
    if (node === undefined) return refused(404, 'no node of that name; GET /_millrace lists them');
    const taken = await portTaken(() => change(node));
    return taken ?? done({ name: node.name, running: control.isRunning(node.name) });
  }
}

function snapshot(control: NetworkControl): Answer<{ done: true }> {
  const pending = control.pendingTransfers();
  if (pending > 0) return refused(409, `${pending} transfers are pending; a snapshot needs none`);
  control.snapshot();
  return done({ done: true });
}

async function reset(switchboard: Switchboard, request: FastifyRequest): Promise<Answer<{ done: true }>> {
  const taken = await portTaken(() => switchboard.reset({ spare: request.raw.socket }));
  return taken ?? done({ done: true });
}

async function portTaken(change: () => void | Promise<void>): Promise<Answer<never> | undefined> {
  try {
    await change();
    return undefined;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return refused(409, error.message);
  }
}

function describe({ switchboard, origin, pathFindingUrl }: ControlledSandbox): SandboxDescription {
  const nodes = [...switchboard.nodes.values()].map(({ name, address, listener }) => ({
    name,
    address,
    baseUrl: listener.url,
    running: switchboard.control.isRunning(name),
  }));
  return {
    product: 'millrace',
    version: MILLRACE_VERSION,
    ...origin,
    pathFindingUrl: pathFindingUrl(),
    nodes,
  };
}

function done<Value>(value: Value): Answer<Value> {
  return { kind: 'ok', status: 200, value };
}
