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
  // Names that are not known as they are written.
  readonly #others = new Map<string, string | undefined>();

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

  /** The known spelling of a node; undefined: there is no such node, which becomes a fault the first time. */
  nodeNamed(name: string, at: LinePlace): NodeName | undefined {
    const { nodes } = this.#names;
    if (nodes === undefined || nodes.has(name)) return name;
    return this.#spelledAs(name, { at, expected: 'a node of the network', known: nodes });
  }

  /** The same of a token. */
  tokenNamed(name: string, at: LinePlace): TokenName | undefined {
    const known = (this.#tokens ??= [name]);
    if (known.includes(name)) return name;
    const expected = this.#names.tokens
      ? `a token of the scenario: ${known.join(', ')}`
      : `the token ${known[0]}`;
    return this.#spelledAs(name, { at, expected, known });
  }

  #spelledAs(name: string, { at, expected, known }: Unknown): string | undefined {
    const key = `${expected} ${name}`;
    if (this.#others.has(key)) return this.#others.get(key);
    const lower = name.toLowerCase();
    const same = [...known].find((each) => each.toLowerCase() === lower && spelled(each) === spelled(name));
    this.#others.set(key, same);
    if (same === undefined)
      this.add(at, `found ${quoted(name)}, expected ${expected}`, suggestion(name, known));
    return same;
  }

  throwIfAny(): void {
    if (this.#faults.length > 0) throw new InputError(this.#faults);
  }
}

/** How a value that was found is shown. */
export function quoted(text: string): string {
  return text === '' ? 'nothing' : JSON.stringify(text);
}
