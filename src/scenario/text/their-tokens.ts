import { Decimal } from '../../model/decimal.ts';

// Services are paid in their own token, of 18 decimals: these keys, within those sections.
const IN_SERVICE_TOKEN: ReadonlySet<string> = new Set(['protocol.pathFindingPrice', 'observe.charge']);

type Part = Readonly<Record<string, unknown>>;

/** A scenario file's value with each `Decimal` in the token of the part in which it stands. */
export function inTheirTokens(file: unknown): unknown {
  const { tokens } = (file ?? {}) as { readonly tokens?: readonly Part[] };
  const listed = Array.isArray(tokens) ? (tokens as readonly (Part | null)[]) : [];
  const decimalsOf = new Map(listed.map((token) => [token?.['name'], decimalsIn(token) ?? 0]));
  const [only = 0, ...others] = decimalsOf.values();
  return convert(file, others.length === 0 ? only : undefined);

  function convert(value: unknown, decimals: number | undefined, section = ''): unknown {
    if (value instanceof Decimal) return new Decimal(value.toString(), decimals);
    if (Array.isArray(value)) return value.map((item) => convert(item, decimals, section));
    if (typeof value !== 'object' || value === null) return value;
    const part = value as Part;
    const here = decimalsIn(part) ?? decimalsOf.get(part['token']) ?? decimals;
    return Object.fromEntries(
      Object.entries(part).map(([key, item]) => [
        key,
        convert(item, IN_SERVICE_TOKEN.has(`${section}.${key}`) ? 18 : here, key),
      ]),
    );
  }
}

// What is no number of decimals is refused where it stands.
function decimalsIn(part: Part | null): number | undefined {
  const decimals = Number(part?.['decimals']);
  return Number.isInteger(decimals) && decimals >= 0 && decimals <= 255 ? decimals : undefined;
}
