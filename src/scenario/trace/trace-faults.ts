import { InputError, type InputFault } from '../../errors.ts';
import type { NodeName, TokenName } from '../../model/network/network.ts';
import { suggestion } from '../text/suggestion.ts';

// More than a screen of faults hides the first ones.
const MOST_FAULTS = 20;

/** Nodes and tokens that a trace may name. */
export interface TraceNames {
  readonly nodes: ReadonlySet<NodeName>;
  readonly tokens: readonly TokenName[];
}

/** What is wrong with a trace. Reading stops after twenty faults: a million lines may all have the same one. */
export class TraceFaults {
  readonly #file: string;
  readonly #names: TraceNames;
  readonly #faults: InputFault[] = [];
  readonly #unknown = new Set<string>();

  constructor(file: string, names: TraceNames) {
    this.#file = file;
    this.#names = names;
  }

  /** Throws InputError when there are enough. */
  add(
    at: { readonly line: number; readonly column?: number; readonly path?: string },
    message: string,
    hint?: string,
  ): void {
    this.#faults.push({
      place: { file: this.#file, ...at },
      message,
      hint,
    });
    if (this.#faults.length < MOST_FAULTS) return;
    this.#faults.push({ message: `and perhaps more: reading stopped after ${MOST_FAULTS} faults` });
    this.throwIfAny();
  }

  /** Says whether there is such a node; the first time that there is not becomes a fault. */
  knowsNode(
    name: string,
    at: { readonly line: number; readonly column?: number; readonly path?: string },
  ): boolean {
    if (this.#names.nodes.has(name)) return true;
    if (!this.#unknown.has(name)) {
      this.#unknown.add(name);
      this.add(
        at,
        `found ${found(name)}, expected a node of the network`,
        suggestion(name, this.#names.nodes),
      );
    }
    return false;
  }

  knowsToken(
    name: string,
    at: { readonly line: number; readonly column?: number; readonly path?: string },
  ): boolean {
    const { tokens } = this.#names;
    if (tokens.includes(name)) return true;
    const key = `token ${name}`;
    if (!this.#unknown.has(key)) {
      this.#unknown.add(key);
      const message = `found ${found(name)}, expected a token of the scenario: ${tokens.join(', ')}`;
      this.add(at, message, suggestion(name, tokens));
    }
    return false;
  }

  throwIfAny(): void {
    if (this.#faults.length > 0) throw new InputError(this.#faults);
  }
}

/** How a value that was found is shown. */
export function found(text: string): string {
  return text === '' ? 'nothing' : JSON.stringify(text);
}
