/** How far a replay is, on a terminal only: one line on standard error that is drawn over itself. */

export interface Progress {
  /** @param ms how far it is */
  at(ms: number): void
  end(): void
}

/** Four times a second is enough to be alive. */
const EVERY_MS = 250

/** @param quiet where the events themselves go to the terminal */
export function showProgress(name: string, lengthMs: number, quiet: boolean): Progress {
  if (quiet || !process.stderr.isTTY) return { at: () => undefined, end: () => undefined }
  let drawnAt = Number.NEGATIVE_INFINITY
  return {
    at(ms) {
      const now = performance.now()
      if (now - drawnAt < EVERY_MS) return
      drawnAt = now
      process.stderr.write(`\r\u001b[2K${name}  ${clock(ms)} / ${clock(lengthMs)}`)
    },
    end: () => void process.stderr.write('\r\u001b[2K'),
  }
}

function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
