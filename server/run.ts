// The server as a program: start, say where it is, end on a signal.
import { readConfig } from './config.js'
import { StartFailure } from './failure.js'
import { type RunningServer, startServer } from './start.js'

/** The exit code of a value that is not what it should be: a port in use, a wrong setting (docs/cli.md). */
const BAD_INPUT = 3

/** Farewell and the database's last write fit in; past it, something hangs. */
const DEADLINE_MS = 15_000

/**
 * Runs until SIGINT or SIGTERM.
 * @returns the exit code: 0 after a signal, 3 where something is in the way of its start; what, is on standard error, in one line.
 */
export async function runServer(env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const ended = new AbortController()
  let hangs: NodeJS.Timeout | undefined
  const signal = firstSignal().then(() => {
    // From the signal on, also while it still starts: what holds that up must not hold up its end.
    hangs = setTimeout(cutOff, DEADLINE_MS)
    ended.abort()
  })
  let server: RunningServer
  try {
    server = await startServer({ config: readConfig(env), signal: ended.signal })
  } catch (error) {
    clearTimeout(hangs)
    // What failed by itself is told, signal or not.
    if (ended.signal.aborted && error === ended.signal.reason) return 0
    if (!(error instanceof StartFailure)) throw error
    process.stderr.write(`${error.message}\n`)
    return BAD_INPUT
  }
  process.stdout.write(greeting(server))
  await signal
  await server.close()
  clearTimeout(hangs)
  return 0
}

function cutOff(): void {
  process.stderr.write('The server does not end in time and is cut off.\n')
  process.exit(1)
}

export function greeting({ address, demo }: Pick<RunningServer, 'address' | 'demo'>): string {
  if (!demo) return `Fretwork runs at ${address}\n`
  const logins = demo.emails.map(email => `  ${email}`).join('\n')
  return `Fretwork runs at ${address}\n\nDemo log-ins, password ${demo.password}\n${logins}\n`
}

/** Listened for before anything starts, so that Ctrl-C during the start leaves no database behind. */
function firstSignal(): Promise<void> {
  return new Promise(resolve => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => resolve())
  })
}
