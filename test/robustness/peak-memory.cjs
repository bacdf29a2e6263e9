// Preloaded into a command: writes the most memory that its process had, in kB, when it ends. (What getrusage says
// includes the memory of the process that started it.)
const { readFileSync, writeFileSync } = require('node:fs');

process.on('exit', () => {
  const [, peakKb] = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'));
  writeFileSync(process.env.PEAK_MEMORY_FILE, peakKb);
});
