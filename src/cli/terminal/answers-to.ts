import { createInterface } from 'node:readline';

/** Lines of stdin, each after a question on stderr, until Ctrl-C, the end of the input, or the signal. */
export async function* answersTo(question: () => string, signal?: AbortSignal): AsyncGenerator<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr, signal });
  const ask = (): void => {
    lines.setPrompt(question());
    lines.prompt();
  };
  ask();
  for await (const line of lines) {
    yield line;
    ask();
  }
}
