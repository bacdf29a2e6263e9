/** A predicted and an observed identifier of what may be one channel. */
type IdentifierPair = Readonly<Record<'token' | 'predicted' | 'observed', string>>;

/**
 * Learns which observed channel identifier stands for which predicted one, as they are the chain's choice: the first
 * pair seen is believed, and from then on every view of every node has to say the same.
 */
export class ChannelIdentifiers {
  readonly #observedFor = new Map<string, string>();
  readonly #predictedFor = new Map<string, string>();

  /** True when the two may be the same channel. */
  agrees({ token, predicted, observed }: IdentifierPair): boolean {
    const known = this.#observedFor.get(`${token} ${predicted}`) ?? observed;
    const taken = this.#predictedFor.get(`${token} ${observed}`) ?? predicted;
    return known === observed && taken === predicted;
  }

  learn({ token, predicted, observed }: IdentifierPair): void {
    if (this.#observedFor.has(`${token} ${predicted}`) || this.#predictedFor.has(`${token} ${observed}`))
      return;
    this.#observedFor.set(`${token} ${predicted}`, observed);
    this.#predictedFor.set(`${token} ${observed}`, predicted);
  }
}
