// Runs on plain Node without packages.

const LOOK_EVERY_MS = 250

/**
 * Exits after npm has ended, because a server would keep the port and the database open. package.json starts
 * this process with `exec`, so that signals to npm reach it.
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
