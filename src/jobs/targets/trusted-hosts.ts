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

/** Whether a URL that a node gave is one of this machine or of a host that the user named: a node may say anything. */
export function mayBeAsked(url: string, named: readonly string[]): boolean {
  const hosts = named.filter((each) => URL.canParse(each)).map((each) => new URL(each).hostname);
  return URL.canParse(url) && (isLoopback(url) || hosts.includes(new URL(url).hostname));
}
