import { createInterface } from 'node:readline';

/** Lines of stdin, each after a question on stderr, until Ctrl-C, the end of the input, or the signal. */
export async function* answersTo(question: () => string, signal?: AbortSignal): AsyncGenerator<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr, signal });
  lines.setPrompt(question());
  lines.prompt();
  for await (const line of lines) {
    yield line;
    lines.setPrompt(question());
    lines.prompt();
  }
}
