/** Asks for a password without showing it; without a terminal it is the first line of standard input. */
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { CliError, EXIT } from '../errors.js'

export async function askPassword(): Promise<string> {
  const terminal = process.stdin.isTTY === true
  if (terminal) process.stderr.write('Password: ')
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal })
  try {
    for await (const line of lines) return line
  } finally {
    lines.close()
    if (terminal) process.stderr.write('\n')
  }
  throw new CliError(
    'password_missing',
    'No password was given; type it, pipe it in, or set FRETWORK_PASSWORD.',
    EXIT.usage,
  )
}
