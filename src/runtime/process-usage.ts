/** What this process has used so far. */
export interface ProcessUsage {
  readonly cpuMs: number;
  readonly memoryBytes: number;
}

/** CPU time since the process began, and memory resident now. */
export function processUsage(): ProcessUsage {
  const { user, system } = process.cpuUsage();
  return { cpuMs: (user + system) / 1000, memoryBytes: process.memoryUsage.rss() };
}
