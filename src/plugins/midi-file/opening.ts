/** Of songs that are opened at once the latest one counts: it ends what the others are at. */
import type { ReadingControl } from './reading-control.js'

export interface Opening {
  /**
   * Begins to open a song, in the place of the one that is on its way.
   *
   * @param open gives up once the signal it is handed is aborted: by `control`, or by the next song
   * @returns what `open` returns; false where another song came, or the user gave up
   */
  latest(
    control: ReadingControl,
    open: (inner: ReadingControl & { readonly signal: AbortSignal }) => Promise<boolean>,
  ): Promise<boolean>
  /** No song comes any more. */
  end(): void
}

export function createOpening(): Opening {
  let current: AbortController | undefined
  const end = () => current?.abort()
  return {
    async latest({ signal, onProgress }, open) {
      end()
      const mine = new AbortController()
      current = mine
      const giveUp = () => mine.abort()
      if (signal?.aborted) giveUp()
      signal?.addEventListener('abort', giveUp, { once: true })
      try {
        return await open({ signal: mine.signal, onProgress })
      } catch (thrown) {
        // Given up or overtaken: whoever did it knows.
        if (mine.signal.aborted) return false
        throw thrown
      } finally {
        signal?.removeEventListener('abort', giveUp)
        if (current === mine) current = undefined
      }
    },
    end,
  }
}
