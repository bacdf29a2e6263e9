import type { IdentifierMatch } from './mismatches.ts';

/**
 * Learns which observed channel identifier stands for which predicted one: the first pair seen is believed,
 * and from then on every view of every node has to say the same.
 */
export interface ChannelIdentifiers extends IdentifierMatch {
  learn(pair: { readonly token: string; readonly predicted: string; readonly observed: string }): void;
}

/** Knows nothing yet. */
export function createChannelIdentifiers(): ChannelIdentifiers {
  const observedFor = new Map<string, string>();
  const predictedFor = new Map<string, string>();
  return {
    agrees({ token, predicted, observed }) {
      const known = observedFor.get(`${token} ${predicted}`);
      const taken = predictedFor.get(`${token} ${observed}`);
      return (known ?? observed) === observed && (taken ?? predicted) === predicted;
    },
    learn({ token, predicted, observed }) {
      if (observedFor.has(`${token} ${predicted}`) || predictedFor.has(`${token} ${observed}`)) return;
      observedFor.set(`${token} ${predicted}`, observed);
      predictedFor.set(`${token} ${observed}`, predicted);
    },
  };
}
