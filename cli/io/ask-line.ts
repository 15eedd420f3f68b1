import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { CliError, EXIT } from '../errors.js'

interface AskOptions {
  readonly hidden: boolean
  readonly stopped: string
}

/**
 * Prompts for a line. Without a terminal, reads the first line of standard input.
 * @throws CliError `interrupted`
 */
export async function askLine(prompt: string, { hidden, stopped }: AskOptions): Promise<string | undefined> {
  const terminal = process.stdin.isTTY === true
  if (terminal && hidden) process.stderr.write(prompt)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const output = terminal && !hidden ? process.stderr : nowhere
  const lines = createInterface({ input: process.stdin, output, terminal })
  let isInterrupted = false
  lines.on('SIGINT', () => {
    isInterrupted = true
    lines.close()
  })
  if (terminal && !hidden) {
    lines.setPrompt(prompt)
    lines.prompt()
  }
  let hasLine = false
  try {
    for await (const line of lines) {
      hasLine = true
      return line
    }
  } finally {
    lines.close()
    // If the input was visible, Enter has already ended the line.
    if (terminal && (hidden || !hasLine)) process.stderr.write('\n')
  }
  if (isInterrupted) throw new CliError('interrupted', stopped, EXIT.interrupted)
  return undefined
}
