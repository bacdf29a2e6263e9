import type { Route, Routes } from '../../ports/router.ts';

/** Every route of a request, found now if it was not before. */
export function allRoutes(routes: Routes): readonly Route[] {
  const all: Route[] = [];
  for (let route = routes.at(0); route; route = routes.at(all.length)) all.push(route);
  return all;
}
