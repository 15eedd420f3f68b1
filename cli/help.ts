import { type Command, InvalidArgumentError } from 'commander'

export type Ended = (exitCode: number | undefined) => void

export function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)]
}

/** tests/cli/help-examples.test.ts runs each line. */
export function examples(lines: readonly string[]): string {
  return `\nFor example:\n${lines.map(line => `  ${line}`).join('\n')}\n`
}

/** A longer timer would overflow and fire at once. */
const LONGEST_WAIT_S = Math.floor((2 ** 31 - 1) / 1000)

export function waitSeconds(text: string): number {
  const seconds = Number(text)
  if (text.trim() !== '' && seconds >= 0 && seconds <= LONGEST_WAIT_S) return seconds
  throw new InvalidArgumentError(`It is not a number of seconds up to ${LONGEST_WAIT_S}.`)
}

export function wholeCount(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It is not a whole number above 0.')
}
