import type { EndIndex, NodeIndex } from '../model/network/indices.ts';
import type { NetworkView, RouterFactory } from '../ports/router.ts';
import { routeAlong } from './route-along.ts';

/** The path that the next payment is to take; absent: the router's own. */
export interface Steering {
  path?: readonly NodeIndex[] | undefined;
}

/** A router that takes the path it is told to, as long as it is told one. */
export function steeredRouter(router: RouterFactory, steering: Steering): RouterFactory {
  return {
    name: router.name,
    create() {
      const own = router.create();
      return {
        findRoutes(view, request) {
          const ends = steering.path === undefined ? undefined : endsAlong(view, steering.path);
          const route = ends === undefined ? undefined : routeAlong(view, ends, request.amount);
          return route === undefined ? own.findRoutes(view, request) : [route];
        },
        ended: (view, attempt) => own.ended?.(view, attempt),
      };
    },
  };
}

function endsAlong(view: NetworkView, path: readonly NodeIndex[]): readonly EndIndex[] | undefined {
  const ends: EndIndex[] = [];
  for (const [at, node] of path.slice(0, -1).entries()) {
    const end = endTo(view, node, path[at + 1] as NodeIndex);
    if (end === undefined) return undefined;
    ends.push(end);
  }
  return ends;
}

function endTo(
  { offsets, neighbours, ends }: NetworkView,
  node: NodeIndex,
  to: NodeIndex,
): EndIndex | undefined {
  const last = offsets[node + 1] as number;
  for (let at = offsets[node] as number; at < last; at += 1) if (neighbours[at] === to) return ends[at];
  return undefined;
}
