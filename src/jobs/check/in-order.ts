/**
 * Does work on items, several at once, and hands over the results in the order of the items. What is under way when
 * the consumer stops is waited for, so that nothing of it goes on afterwards.
 */
export async function* inOrder<Item, Result>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<{ readonly item: Item; readonly result: Result }> {
  const source = items[Symbol.iterator]();
  const underWay: { readonly item: Item; readonly result: Promise<Result> }[] = [];
  const begin = (): void => {
    const next = source.next();
    if (next.done === true) return;
    const result = work(next.value);
    // A failure is told when its turn comes.
    result.catch(() => {});
    underWay.push({ item: next.value, result });
  };
  try {
    for (;;) {
      while (underWay.length < atOnce) {
        const before = underWay.length;
        begin();
        if (underWay.length === before) break;
      }
      const first = underWay.shift();
      if (first === undefined) return;
      yield { item: first.item, result: await first.result };
    }
  } finally {
    await Promise.allSettled(underWay.map(({ result }) => result));
  }
}
