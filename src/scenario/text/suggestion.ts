import { distance } from 'fastest-levenshtein';

/** `did you mean x?` for the candidate closest to a mistyped word; `undefined` when none is close. */
export function suggestion(found: string, candidates: Iterable<string>): string | undefined {
  const closest = closestTo(found, candidates);
  return closest === undefined ? undefined : `did you mean ${closest}?`;
}

/** The candidate closest to a mistyped word; `undefined` when none is close. */
export function closestTo(found: string, candidates: Iterable<string>): string | undefined {
  // A third of the letters may be wrong, and two of any longer word: `wat` finds `wait`, `at` does not find `to`.
  const tolerance = found.length <= 3 ? found.length - 2 : Math.max(2, Math.floor(found.length / 3));
  const word = found.toLowerCase();
  let best: { readonly candidate: string; readonly edits: number } | undefined;
  for (const candidate of candidates) {
    const other = candidate.toLowerCase();
    // Between spoke9 and spoke1 nothing is misspelt.
    if (word !== other && withoutDigits(word) === withoutDigits(other)) continue;
    const edits = distance(word, other);
    if (edits <= tolerance && (best === undefined || edits < best.edits)) best = { candidate, edits };
  }
  return best?.candidate;
}

function withoutDigits(word: string): string {
  return word.replace(/\d/g, '');
}
