/** What is seen of the song: its shown notes go through the MIDI input, like everything that is played. */

import type { Place } from '../../core/music/place.js'
import type { SongEvent } from '../../core/music/song-events.js'
import { createChannelState } from './channel-state.js'
import { type SongMix, soundingPitch } from './song-mix.js'
import type { SongScore } from './song-score.js'

export interface SeenNotesParts {
  /** @param string where the note lies; `undefined` for what is no note, or has no place */
  readonly receive: (bytes: readonly number[], string: number | undefined) => void
  /** Ends all that is seen. */
  readonly release: () => void
  /** @param number of the note in the score */
  readonly placeOf: (number: number) => Place | undefined
  readonly shows: (track: number) => boolean
  /** Those of the shown tracks, 0–15. */
  readonly channels: () => ReadonlySet<number>
  readonly score: () => SongScore
}

export interface SeenNotes {
  take(event: SongEvent, number: number, mix: SongMix): void
  /** Takes over what the shown tracks have set before a moment: instruments, pedals, bends. */
  begin(atMs: number): void
  darken(): void
}

interface Seen {
  readonly off: readonly number[]
  readonly string: number | undefined
  readonly key: number
}

const RELEASE = 64

export function createSeenNotes(parts: SeenNotesParts): SeenNotes {
  const { receive, release, placeOf, shows, channels, score } = parts
  const seen = new Map<number, Seen>()
  /** The note that sounds at a place on a channel: where it is struck again, the end of the first one says nothing. */
  const owners = new Map<number, number>()

  return {
    take(event, number, mix) {
      const [status = 0, pitch = 0, velocity = 0] = event.bytes
      const kind = status >> 4
      if (kind === 8) {
        const begun = seen.get(number)
        // The end of a note that was not shown, since another track was, says nothing here.
        if (!begun) return
        seen.delete(number)
        if (owners.get(begun.key) !== number) return
        owners.delete(begun.key)
        return receive(begun.off, begun.string)
      }
      if (!shows(event.track)) return
      if (kind !== 9) return receive(event.bytes, undefined)
      const sounds = soundingPitch(mix, status & 15, pitch)
      if (sounds === undefined) return
      const string = placeOf(number)?.string
      const key = ((status & 15) * 128 + sounds) * 32 + (string ?? 0)
      owners.set(key, number)
      seen.set(number, { off: [0x80 | (status & 15), sounds, RELEASE], string, key })
      receive([status, sounds, velocity], string)
    },
    begin(atMs) {
      const { firstAt, stateBefore } = score()
      const before = firstAt(atMs)
      if (before === 0) return
      for (const bytes of createChannelState().messagesTo(stateBefore(before)))
        if (channels().has((bytes[0] ?? 0) & 15)) receive(bytes, undefined)
    },
    darken() {
      seen.clear()
      owners.clear()
      release()
    },
  }
}
