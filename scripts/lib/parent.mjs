// Plain Node without packages.

const LOOK_EVERY_MS = 250

/**
 * Exits once npm is gone: a server would keep the port and the database open. package.json starts us with `exec`,
 * so that signals to npm reach this process.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const look = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(look)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_EVERY_MS)
  look.unref()
}
