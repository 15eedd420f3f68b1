/** A line that is typed: a password, a code, a reason. */
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { CliError, EXIT } from '../errors.js'

interface AskOptions {
  /** Not shown while it is typed. */
  readonly hidden: boolean
  /** What Ctrl-C has left undone, as a sentence. */
  readonly stopped: string
}

/** Where there is no terminal it is the first line of standard input. @throws CliError `interrupted` */
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
    // What is shown ends its line with Enter.
    if (terminal && (hidden || !hasLine)) process.stderr.write('\n')
  }
  if (isInterrupted) throw new CliError('interrupted', stopped, EXIT.interrupted)
  return undefined
}
