const MANY = 20
const EVERY_MS = 250

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
