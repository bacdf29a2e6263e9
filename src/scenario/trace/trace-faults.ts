import { InputError, type InputFault, type Place } from '../../errors.ts';
import { spelled } from '../../model/network/address.ts';
import type { NodeName, TokenName } from '../../model/network/network.ts';
import { suggestion } from '../text/suggestion.ts';

// More than a screen of faults hides the first ones.
const MOST_FAULTS = 20;

/** Nodes and tokens that a trace may name. */
export interface TraceNames {
  /** Absent: the network is not known yet. */
  readonly nodes?: ReadonlySet<NodeName>;
  /** Absent: the first that the trace names. */
  readonly tokens?: readonly TokenName[];
}

/** A place in the file. */
export type LinePlace = Omit<Place, 'file'>;

interface Unknown {
  readonly at: LinePlace;
  readonly expected: string;
  readonly known: Iterable<string>;
}

/** The faults of a trace. Reading stops after twenty faults: a million lines may all have the same one. */
export class TraceFaults {
  readonly #file: string;
  readonly #names: TraceNames;
  #tokens: readonly TokenName[] | undefined;
  readonly #faults: InputFault[] = [];
  readonly #unknown = new Set<string>();

  constructor(file: string, names: TraceNames) {
    this.#file = file;
    this.#names = names;
    this.#tokens = names.tokens;
  }

  /** Throws InputError when there are enough. */
  add(at: LinePlace, message: string, hint?: string): void {
    this.#faults.push({ place: { file: this.#file, ...at }, message, hint });
    if (this.#faults.length < MOST_FAULTS) return;
    this.#faults.push({ message: `and perhaps more: reading stopped after ${MOST_FAULTS} faults` });
    this.throwIfAny();
  }

  /** Says whether there is such a node; the first time that there is not becomes a fault. */
  knowsNode(name: string, at: LinePlace): boolean {
    const { nodes } = this.#names;
    return (
      nodes === undefined ||
      nodes.has(name) ||
      this.#refuse(name, { at, expected: 'a node of the network', known: nodes })
    );
  }

  /** The known spelling of a token; undefined: there is no such token, which becomes a fault. */
  tokenNamed(name: string, at: LinePlace): TokenName | undefined {
    const known = (this.#tokens ??= [name]);
    if (known.includes(name)) return name;
    const same = known.find((token) => spelled(token) === spelled(name));
    const expected = this.#names.tokens
      ? `a token of the scenario: ${known.join(', ')}`
      : `the token ${known[0]}`;
    if (same === undefined) this.#refuse(name, { at, expected, known });
    return same;
  }

  // Adds the fault the first time only.
  #refuse(name: string, { at, expected, known }: Unknown): false {
    const key = `${expected} ${name}`;
    if (this.#unknown.has(key)) return false;
    this.#unknown.add(key);
    this.add(at, `found ${quoted(name)}, expected ${expected}`, suggestion(name, known));
    return false;
  }

  throwIfAny(): void {
    if (this.#faults.length > 0) throw new InputError(this.#faults);
  }
}

/** How a value that was found is shown. */
export function quoted(text: string): string {
  return text === '' ? 'nothing' : JSON.stringify(text);
}
