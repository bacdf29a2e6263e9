import type { LastLook, NetworkView, RememberedView, Route, Routes } from '../ports/router.ts';

/** Finds the route after those that were found; `undefined`: there is no other. */
export type NextRoute = (found: readonly Route[]) => Route | undefined;

/**
 * The routes of one request, each sought when it is first asked for, in the network as it was at the request: nearly
 * every payment needs the first one only, and a search costs as much as all else that a payment does.
 */
export class RoutesOnDemand implements Routes, LastLook {
  readonly #found: Route[];
  readonly #most: number;
  readonly #next: NextRoute;
  // Absent: there are no more, or no more are asked for.
  #then: RememberedView | undefined;

  constructor(
    view: NetworkView,
    first: Route,
    { most, next }: { readonly most: number; readonly next: NextRoute },
  ) {
    this.#found = [first];
    this.#most = most;
    this.#next = next;
    if (most > 1) this.#then = view.remember(this);
  }

  at(place: number): Route | undefined {
    while (place >= this.#found.length && this.#then !== undefined) this.#findNext(this.#then);
    return this.#found[place];
  }

  forget(): void {
    this.#then?.forget();
    this.#then = undefined;
  }

  /** All are found now, because the network as it was is lost. */
  lastLook(): void {
    this.at(this.#most);
  }

  #findNext(then: RememberedView): void {
    const route = then.asThen(() => this.#next(this.#found));
    if (route !== undefined) this.#found.push(route);
    if (route === undefined || this.#found.length >= this.#most) this.forget();
  }
}
