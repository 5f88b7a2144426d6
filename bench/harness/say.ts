/** Progress goes to stderr, tables go to stdout. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
