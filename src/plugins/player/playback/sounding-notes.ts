import type { SongEvent } from '../../../music/song/song-events.js'
import type { SongSink } from './song-player.js'

/** Default release velocity (specification, section 9). The JSON song format doesn't store it. */
export const RELEASE = 64

export function createSoundingNotes(send: SongSink['send']) {
  const begun = new Map<number, { readonly key: number; readonly event: SongEvent }>()
  /** Number of the sounding note, keyed by channel × 128 + pitch. */
  const owners = new Map<number, number>()

  const end = (number: number, dueMs: number) => {
    const note = begun.get(number)
    if (!note) return
    begun.delete(number)
    if (owners.get(note.key) !== number) return
    owners.delete(note.key)
    send([0x80 | (note.key >> 7), note.key & 127, RELEASE], dueMs)
  }

  return {
    begin(number: number, event: SongEvent, bytes: readonly number[], dueMs: number) {
      const [status = 0, pitch = 0] = bytes
      const key = (status & 15) * 128 + pitch
      const before = owners.get(key)
      if (before !== undefined) end(before, dueMs)
      begun.set(number, { key, event })
      owners.set(key, number)
      send(bytes, dueMs, event.techniques)
    },
    end,
    endWhere(isOver: (event: SongEvent) => boolean, dueMs: number) {
      for (const [number, { event }] of [...begun]) if (isOver(event)) end(number, dueMs)
    },
    channels: () => Array.from(begun.values(), ({ key, event }) => [event.track, key >> 7] as const),
    clear() {
      begun.clear()
      owners.clear()
    },
  }
}
