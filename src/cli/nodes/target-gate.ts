import { InputError } from '../../errors.ts';

/** True for addresses that cannot leave this machine. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    /^127(\.\d{1,3}){3}$/.test(hostname) ||
    hostname === '[::1]'
  );
}

const MOST_NAMED = 5;

/** A load can take somebody's node down and moves money: outside this machine it needs a word for it. */
export function requireOwnTargets(urls: readonly string[], { owned }: { readonly owned: boolean }): void {
  const elsewhere = [...new Set(urls.filter((url) => !isLoopback(url)))];
  if (owned || elsewhere.length === 0) return;
  const more = elsewhere.length - MOST_NAMED;
  const named = elsewhere.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
  throw new InputError({
    message: `not on this machine: ${named}; a load can take nodes down and moves their money`,
    hint: 'Add --i-own-this-target if these nodes are yours, or you may load them.',
  });
}
