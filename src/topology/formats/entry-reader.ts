import { InputError, type InputFault } from '../../errors.ts';
import { type Amount, parseNumeral } from '../../model/network/amount.ts';
import type { PerEnd } from '../../model/network/network.ts';
import {
  type AmountField,
  type EndFields,
  type GraphChannel,
  type GraphKind,
  type GraphText,
  type JsonObject,
  listOfEnds,
  shown,
  withoutUnit,
} from './graph-kinds.ts';
import { countField, type UnusedFields, unusedNotes } from './unused-fields.ts';

// Each is looked for in the whole text; more are not shown.
const MAX_FAULTS = 10;

/** Fields with the amounts of both ends. */
type EndSource = Readonly<{ ends: EndFields; areDeposits?: true }>;

const END_SOURCES: readonly EndSource[] = [
  { ends: ['balance'] },
  { ends: ['balances'] },
  { ends: ['balance1', 'balance2'] },
  { ends: ['totalDeposit'], areDeposits: true },
  { ends: ['total_deposit'], areDeposits: true },
  { ends: ['deposit1', 'deposit2'], areDeposits: true },
];
const END_FIELDS = END_SOURCES.flatMap(({ ends: [one, other = one] }) => [one, other]);
const WITHDRAWN: readonly EndFields[] = [['totalWithdraw'], ['total_withdraw'], ['withdraw1', 'withdraw2']];

const isIn = (fields: JsonObject, { ends }: EndSource): boolean => listOfEnds(fields, ends) !== undefined;

type Money = Pick<GraphChannel, 'capacity' | 'deposits'>;

/** Reads the entries of lists and their amounts; keeps faults, and counts changes for the summary. */
export class EntryReader {
  readonly unused: UnusedFields = new Map();
  protected readonly text: GraphText;
  readonly #faults: InputFault[] = [];
  readonly #counts = new Map<string, number>();
  // Where the entry stands that is read; a path is written only where something is wrong.
  #list = '';
  #index = 0;

  constructor(text: GraphText) {
    this.text = text;
  }

  protected readEach(list: string, entries: unknown, read: (entry: unknown, index: number) => void): void {
    if (!Array.isArray(entries)) return this.fail(list, `found ${shown(entries)}, expected a list`);
    this.#list = list;
    entries.forEach((entry: unknown, index) => {
      this.#index = index;
      if (this.#faults.length < MAX_FAULTS) read(entry, index);
    });
  }

  /** The summary; throws InputError with all faults. */
  protected notes(): readonly string[] {
    if (this.#faults.length > 0) throw new InputError(this.#faults);
    return [...[...this.#counts].map(([what, count]) => `${what}: ${count}`), ...unusedNotes(this.unused)];
  }

  protected fail(path: string, message: string): undefined {
    if (this.#faults.length < MAX_FAULTS) this.#faults.push({ place: this.text.placeOf(path), message });
  }

  protected failHere(within: string, message: string): undefined {
    return this.fail(this.#pathTo(within), message);
  }

  #pathTo(within: string): string {
    return `${this.#list}[${this.#index}]${within}`;
  }

  protected count(what: string, more = 1): undefined {
    if (more > 0) this.#counts.set(what, (this.#counts.get(what) ?? 0) + more);
  }

  /** What the ends hold, as far as it is known; undefined: the channel is left out. A fault ends the reading anyway. */
  protected money(
    within: string,
    fields: JsonObject,
    { capacities, ownBalance }: GraphKind,
  ): Money | undefined {
    if (ownBalance !== undefined)
      return { deposits: [this.#amount(within, fields[ownBalance.field], ownBalance), undefined] };
    const given = capacities.filter(({ field }) => (fields[field] ?? '') !== '');
    const source = this.#endSource(fields);
    // Most entries have one, and networks are large.
    const found = given.length < 2 && !source ? given[0] : this.#chosen(given, fields, source);
    const capacity = found && this.#amount(within, fields[found.field], found);
    // Beside the balance of one end, deposits give the sum only.
    const known = source?.areDeposits && END_SOURCES.find((each) => !each.areDeposits && isIn(fields, each));
    if (source && known) {
      const { capacity: sum } = this.#held(source, within, fields, true);
      return this.#balances(this.#held(known, within, fields), sum);
    }
    if (source) return this.#balances(this.#held(source, within, fields), capacity || undefined);
    if (found === undefined) return {};
    if (capacity === undefined) return undefined;
    if (capacity > 0n && found.field === 'weight') this.count('channels whose capacity is their weight');
    if (capacity > 0n) return { capacity };
    if (Number(withoutUnit(fields[found.field])) === 0) return {};
    return this.count('channels of less than one unit, left out');
  }

  // Nodes that do not look at the chain write 0; a weight beside balances is no capacity.
  #chosen(given: readonly AmountField[], fields: JsonObject, source?: EndSource): AmountField | undefined {
    const written = ({ field, perUnit = 1n }: AmountField): Amount =>
      (parseNumeral(withoutUnit(fields[field])) ?? -perUnit) / perUnit;
    const usable = given.filter(({ field }) => !source || field !== 'weight');
    const found = usable.find((each) => each.field !== 'weight' && written(each) > 0n) ?? usable[0];
    for (const other of given.filter((each) => each !== found))
      if (other.field === 'weight') countField(this.unused, 'weight');
      else if (![0n, found && written(found)].includes(written(other)))
        this.count('capacities that another field of the same entry contradicts, kept');
    return found;
  }

  /** The first source that is complete, else balances: two that are mixed are the amounts of no moment. */
  #endSource(fields: JsonObject): EndSource | undefined {
    if (!END_FIELDS.some((field) => fields[field] !== undefined)) return undefined;
    const sources = END_SOURCES.filter((each) => isIn(fields, each));
    const isComplete = ({ ends }: EndSource): boolean =>
      [listOfEnds(fields, ends)].flat().filter((each) => each !== null).length > 1;
    const source = sources.find(isComplete) ?? sources.find(({ areDeposits }) => !areDeposits);
    // Beside balances, deposits say nothing of what the ends hold now.
    const rivals = source ? sources.filter((each) => each.areDeposits === source.areDeposits) : sources;
    const others = rivals.filter((each) => each !== source);
    this.count('balances or deposits that are incomplete or beside other ones, left aside', others.length);
    return source;
  }

  #held({ ends, areDeposits }: EndSource, within: string, fields: JsonObject, isSum = false): Money {
    const held = this.#pair(`${within}${ends[0]}`, listOfEnds(fields, ends));
    if (!areDeposits) return { deposits: held };
    const taken = WITHDRAWN.find((each) => listOfEnds(fields, each) !== undefined);
    const gone = taken ? this.#pair(`${within}${taken[0]}`, listOfEnds(fields, taken)) : [];
    const [one, other] = [0, 1].map((end) => (held[end] ?? 0n) - (gone[end] ?? 0n)) as [Amount, Amount];
    // An end that withdrew more than its deposit was paid before.
    const isPaid = isSum || one < 0n || other < 0n;
    if (one + other < 0n) this.failHere(`${within}${(taken ?? ends)[0]}`, 'found more than was deposited');
    this.count(`channels whose ${isPaid ? 'capacity is' : 'balances are'} the deposits less withdrawals`);
    return isPaid ? { capacity: one + other } : { deposits: [one, other] };
  }

  /** One end's balance and the capacity give the other end's. */
  #balances(money: Money, capacity: Amount | undefined): Money {
    const [one, other] = money.deposits ?? [];
    const held = one ?? other;
    if (capacity === undefined) return money;
    if (held === undefined && (money.capacity ?? capacity) === capacity) return { capacity };
    const rest = capacity - (held ?? 0n);
    if (held !== undefined && rest >= 0n && (one ?? rest) + (other ?? rest) === capacity)
      return { deposits: [one ?? rest, other ?? rest] };
    this.count('capacities that are not the sum of both balances, left aside');
    return money;
  }

  #pair(within: string, value: unknown): PerEnd<Amount | undefined> {
    const pair = Array.isArray(value) && value.length === 2 ? (value as readonly unknown[]) : [];
    if (pair.length === 0) this.failHere(within, `found ${shown(value)}, expected two amounts`);
    const [first, second] = pair.map((each, end) =>
      each === null ? undefined : this.#amount(within, each, { field: `[${end}]` }),
    );
    return [first, second];
  }

  #amount(within: string, value: unknown, { field, perUnit }: AmountField): Amount | undefined {
    const amount = parseNumeral(withoutUnit(value));
    if (amount === undefined) {
      const path = `${within}${field}`;
      // A number with a point is read with fewer digits than may stand there.
      const exact = typeof value === 'number' && this.text.numeralAt?.(this.#pathTo(path));
      return this.failHere(path, `found ${exact || shown(value)}, expected a whole number from 0 to 2^256-1`);
    }
    if (perUnit === undefined) return amount;
    if (amount % perUnit !== 0n) this.count('amounts rounded down to whole units');
    return amount / perUnit;
  }
}
