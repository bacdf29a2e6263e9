/** Runs something when everything that had arrived on sockets has been looked at, before waiting for more. */
export function atTurnEnd(act: () => void): void {
  setImmediate(act);
}
