/**
 * What a path-finding service that the nodes name said of a payment, when it was asked which of several paths of
 * equal weight comes first. `named`: one of them, which the prediction takes. `another`: none of them. `fee`, `none`:
 * it named no path.
 */
export interface AskedPath {
  /** Its URL, without credentials. */
  readonly service: string;
  readonly answer: 'named' | 'another' | 'fee' | 'none';
  /** The path, or why there is none, in words. */
  readonly said: string;
}
