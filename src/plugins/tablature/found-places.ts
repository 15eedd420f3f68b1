/** The places of the open song once they are found: until then each note has its lowest fret, or lies where it did. */
import type { SongFingering } from '../player/tokens.js'

/** @throws the signal's reason */
export async function placesFound({ view }: Pick<SongFingering, 'view'>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  if (!view.getState().working) return
  await new Promise<void>(resolve => {
    const look = () => {
      if (view.getState().working && !signal.aborted) return
      stop()
      signal.removeEventListener('abort', look)
      resolve()
    }
    const stop = view.subscribe(look)
    signal.addEventListener('abort', look)
  })
  signal.throwIfAborted()
}
