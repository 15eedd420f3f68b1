/** How many of many files are done, on a terminal. */

/** Fewer are done before the line could be read. */
const MANY = 20
/** Four times a second is enough to be alive. */
const EVERY_MS = 250

/** @param isWanted whether nothing else on the screen shows it */
export function showProgress(total: number, isWanted: boolean) {
  if (!isWanted || total < MANY || !process.stderr.isTTY) return { at: () => undefined, end: () => undefined }
  let drawnAt = Number.NEGATIVE_INFINITY
  return {
    at(done: number) {
      const now = performance.now()
      if (now - drawnAt < EVERY_MS) return
      drawnAt = now
      process.stderr.write(`\r\u001b[2K${done} of ${total} songs`)
    },
    end: () => void process.stderr.write('\r\u001b[2K'),
  }
}
