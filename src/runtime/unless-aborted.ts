/** What some work brings, or `instead` when the signal is aborted before; the work itself goes on. */
export async function unlessAborted<T>(
  work: Promise<T>,
  instead: T,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (!signal) return await work;
  let stop = (): void => {};
  const aborted = new Promise<T>((resolve) => {
    stop = () => resolve(instead);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
