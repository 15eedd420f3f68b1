/** The notes of a song that sound: each is ended as it was begun, whatever mute and transposition say by then. */
import type { SongEvent } from '../../../core/music/song/song-events.js'
import { type SongMix, soundingVelocity } from './song-mix.js'

export interface BeginningNote {
  /** Of the note-on. */
  readonly status: number
  /** As it sounds, 0–127. */
  readonly pitch: number
  /** As the song has it, 1–127. */
  readonly velocity: number
  readonly event: SongEvent
  readonly mix: SongMix
}

export interface SoundingNotes {
  /** @param number of the note in the score. Where its pitch sounds on its channel already, that ends first. */
  begin(number: number, note: BeginningNote, dueMs: number): void
  /** Ends it, if it was begun and no other note has taken its pitch since. */
  end(number: number, dueMs: number): void
  endWhere(isOver: (event: SongEvent) => boolean, dueMs: number): void
  /** Forgets all: somebody else ends them. */
  clear(): void
}

/** Release velocity of notes, which the JSON does not keep: 64 of 127 (specification, section 9). */
const RELEASE = 64

export function createSoundingNotes(send: (bytes: readonly number[], dueMs: number) => void): SoundingNotes {
  const begun = new Map<number, { readonly key: number; readonly event: SongEvent }>()
  /** Which note sounds, by channel × 128 + pitch. */
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
    begin(number, { status, pitch, velocity, event, mix }, dueMs) {
      const key = (status & 15) * 128 + pitch
      const before = owners.get(key)
      if (before !== undefined) end(before, dueMs)
      begun.set(number, { key, event })
      owners.set(key, number)
      send([status, pitch, soundingVelocity(mix, event.track, velocity)], dueMs)
    },
    end,
    endWhere(isOver, dueMs) {
      for (const [number, { event }] of [...begun]) if (isOver(event)) end(number, dueMs)
    },
    clear() {
      begun.clear()
      owners.clear()
    },
  }
}
