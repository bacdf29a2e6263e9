/** The nodes that a run asked: simulated ones that were started for it, or others. */
export function nodesText(sandbox = false): string {
  return sandbox ? 'simulated (--sandbox)' : 'listed (--nodes)';
}
