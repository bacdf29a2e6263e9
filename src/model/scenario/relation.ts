/** How a figure may have to stand to a bound. */
export type Relation = '<' | '<=' | '>' | '>=' | '==' | '!=';

/** True when the value stands to the bound as the relation says; never for NaN, but with `!=`. */
export function stands(value: number, relation: Relation, bound: number): boolean {
  switch (relation) {
    case '<':
      return value < bound;
    case '<=':
      return value <= bound;
    case '>':
      return value > bound;
    case '>=':
      return value >= bound;
    case '==':
      return value === bound;
    case '!=':
      return value !== bound;
  }
}
