/** What the words of every command share: see the `…-program.ts` of each. */
import { type Command, InvalidArgumentError } from 'commander'

/** Called by each command at its end, with its exit code, or nothing for 0. */
export type Ended = (exitCode: number | undefined) => void

/** A command, and all below it. */
export function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)]
}

/** The examples under a command's help: each line is run by a test (tests/cli/help-examples.test.ts). */
export function examples(lines: readonly string[]): string {
  return `\nFor example:\n${lines.map(line => `  ${line}`).join('\n')}\n`
}

/** A longer timer overflows in Node, and would fire at once. */
const LONGEST_WAIT_S = Math.floor((2 ** 31 - 1) / 1000)

/** @throws InvalidArgumentError where Node cannot wait that long */
export function waitSeconds(text: string): number {
  const seconds = Number(text)
  if (text.trim() !== '' && seconds >= 0 && seconds <= LONGEST_WAIT_S) return seconds
  throw new InvalidArgumentError(`It is not a number of seconds up to ${LONGEST_WAIT_S}.`)
}

/** @throws InvalidArgumentError for anything but a whole number above 0 */
export function wholeCount(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It is not a whole number above 0.')
}
