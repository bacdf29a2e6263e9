import type { Network } from '../../model/network/network.ts';
import type { Run } from '../../model/run/run.ts';

/**
 * The network that a run began with, as far as that held until its end: what a node charges that a step starts with other
 * fees is not known, and it asks for as many paths as it ever does.
 */
export function lastingStart({ start, header }: Pick<Run, 'start' | 'header'>): Network {
  const { steps, protocol } = header.scenario;
  const settings = steps.flatMap((step) =>
    step.kind === 'start' && step.settings !== undefined && start.hasNode(step.node)
      ? [{ node: step.node, ...step.settings }]
      : [],
  );
  if (settings.length === 0) return start;
  const lasting = start.copy();
  for (const { node, fees, maxPaths = 0 } of settings) {
    if (fees !== undefined) lasting.removeNodeAttribute(node, 'fees');
    lasting.updateNodeAttribute(node, 'maxPaths', (before = protocol.maxPaths) => Math.max(before, maxPaths));
  }
  return lasting;
}
