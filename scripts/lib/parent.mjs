// Notices that npm is gone. Plain Node without packages.

const LOOK_EVERY_MS = 250

/**
 * Ends this process as SIGTERM does, once npm, which started it, is gone: it would otherwise live on and keep
 * the port and the database. Signals to npm arrive here by themselves, since package.json starts us with
 * `exec`: without it, the shell in between keeps an interrupt to itself.
 * Started without npm, nothing is watched: a server may stay in the background.
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
