import { InvariantError } from '../errors.ts';
import { PYTHON_NODE_ROOT } from '../model/run/run.ts';
import type { Endpoint } from './endpoint.ts';
import type { NodeEndpoints } from './node-endpoints.ts';

/** Endpoints that stand under the Python node's root, moved under another; everything else about them stays. */
export function endpointsUnder<Endpoints extends NodeEndpoints>(
  root: string,
  endpoints: Endpoints,
): Endpoints {
  const stayed: NodeEndpoints = endpoints;
  const moved = Object.entries<Endpoint>({ ...stayed }).map(([name, endpoint]) => [
    name,
    { ...endpoint, path: root + behindRoot(endpoint.path) },
  ]);
  return Object.fromEntries(moved) as Endpoints;
}

function behindRoot(path: string): string {
  if (path.startsWith(`${PYTHON_NODE_ROOT}/`)) return path.slice(PYTHON_NODE_ROOT.length);
  throw new InvariantError(`the path ${path} does not begin with ${PYTHON_NODE_ROOT}`);
}
