/** The examples under a command's help: each line is run by a test (tests/cli/help-examples.test.ts). */
export function examples(lines: readonly string[]): string {
  return `\nFor example:\n${lines.map(line => `  ${line}`).join('\n')}\n`
}
