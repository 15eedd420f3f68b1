// Must not import packages, because it runs before they are installed.

const LOOK_EVERY_MS = 250

/**
 * Exits when npm exits, because the server would otherwise keep the port and the database open. package.json
 * starts this process with `exec`, so that it receives npm's signals.
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
