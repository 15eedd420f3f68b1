import { setTimeout as wait } from 'node:timers/promises'
import { isDemo, readConfig } from './config.js'
import { StartFailure } from './failure.js'
import { type RunningServer, startServer } from './start.js'

/** Time limit for shutting down, ms, including the database's last write. After that, something is stuck. */
const DEADLINE_MS = 15_000

/**
 * Runs the server until a signal. Drains it before closing, except after SIGINT or a second signal.
 * @returns 0 after a signal, or the failure's exit code
 */
export async function runServer(env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const ended = new AbortController()
  let deadline: NodeJS.Timeout | undefined
  const setDeadline = () => {
    clearTimeout(deadline)
    deadline = setTimeout(giveUp, DEADLINE_MS)
  }
  const signals = listen()
  const signal = signals.first.then(name => {
    // Set the deadline even during startup, in case the startup hangs.
    setDeadline()
    ended.abort()
    return name
  })
  let server: RunningServer
  let drainMs: number
  try {
    const config = readConfig(env)
    // Gives load balancers time to notice the shutdown.
    drainMs = isDemo(config) ? 0 : config.drainSeconds * 1000
    server = await startServer({ config, signal: ended.signal })
  } catch (error) {
    clearTimeout(deadline)
    // Only the abort counts as a normal end. Report other errors.
    if (ended.signal.aborted && error === ended.signal.reason) return 0
    if (!(error instanceof StartFailure)) throw error
    process.stderr.write(`${error.message}\n`)
    return error.exitCode
  }
  process.stdout.write(greeting(server))
  // Skip draining after Ctrl-C, because the user is waiting.
  if ((await signal) !== 'SIGINT' && drainMs > 0) {
    clearTimeout(deadline)
    server.drain()
    const timer = new AbortController()
    await Promise.race([wait(drainMs, undefined, { signal: timer.signal }), signals.second])
    timer.abort()
    setDeadline()
  }
  await server.close()
  clearTimeout(deadline)
  return 0
}

function giveUp(): void {
  process.stderr.write('The server did not stop in time and was killed.\n')
  process.exit(1)
}

export function greeting({ address, demo }: Pick<RunningServer, 'address' | 'demo'>): string {
  if (!demo) return `Fretwork runs at ${address}\n`
  const logins = demo.emails.map(email => `  ${email}`).join('\n')
  return `Fretwork runs at ${address}\n\nDemo logins, password ${demo.password}\n${logins}\n`
}

/**
 * Adds signal handlers before anything else starts, so that Ctrl-C during startup doesn't leave the database
 * running.
 */
function listen(): { readonly first: Promise<NodeJS.Signals>; readonly second: Promise<void> } {
  const waiting: ((name: NodeJS.Signals) => void)[] = []
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => waiting.shift()?.(name))
  }
  return {
    first: new Promise(resolve => waiting.push(resolve)),
    second: new Promise(resolve => waiting.push(() => resolve())),
  }
}
