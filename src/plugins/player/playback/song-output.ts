import { PortState } from '../../../music/midi/port-state.js'
import type { SongEvent } from '../../../music/song/song-events.js'
import { DRUM_CHANNEL } from '../../../music/song/song-events.js'
import { isHeard, PLAIN_MIX, type SongMix, soundingPitch, soundingVelocity } from './song-mix.js'

/** General MIDI percussion keys; most instruments lack the GM2 metronome click. */
const HIGH = 76
const LOW = 77
const STRONG = 110
const WEAK = 80
const CLICK_MS = 40

export interface SongSink {
  /** @param dueMs clock time; may be in the past if the host was busy */
  send(bytes: readonly number[], dueMs: number): void
  /** Output port ID. Instruments are set up again when it changes. */
  port?(): string | undefined
}

export function createSongOutput(sink: SongSink) {
  const sounding = new PortState()
  let state = new PortState()
  const heard = createSoundingNotes((bytes, dueMs) => emit(bytes, dueMs))
  let mix: SongMix = PLAIN_MIX
  let port: string | undefined
  let busyUntil = Number.NEGATIVE_INFINITY

  const emit = (bytes: readonly number[], dueMs: number) => {
    busyUntil = Math.max(busyUntil, dueMs)
    sounding.apply(bytes)
    state.apply(bytes)
    sink.send(bytes, dueMs)
  }

  const emitAll = (messages: readonly number[][], dueMs: number) => {
    for (const bytes of messages) emit(bytes, dueMs)
  }

  return {
    /** Sends the complete state, because other players may have changed the instruments. */
    begin(target: PortState, dueMs: number) {
      port = sink.port?.()
      emitAll(state.messagesTo(target, true), dueMs)
    },
    setTo: (target: PortState, dueMs: number) => emitAll(state.messagesTo(target), dueMs),
    /** @param number score note number; −1 for other messages */
    send(event: SongEvent, number: number, dueMs: number) {
      const [status = 0, pitch = 0, velocity = 0] = event.bytes
      const kind = status >> 4
      if (kind === 9 && isHeard(mix, event.track)) {
        const sounds = soundingPitch(mix, status & 15, pitch)
        if (sounds !== undefined) {
          const heardAs = soundingVelocity(mix, event.track, velocity)
          heard.begin(number, event, [status, sounds, heardAs], dueMs)
        }
      } else if (kind === 8) heard.end(number, dueMs)
      else if (kind !== 9) emit(event.bytes, dueMs)
    },
    click(first: boolean, dueMs: number) {
      const key = first ? HIGH : LOW
      emit([0x90 | DRUM_CHANNEL, key, first ? STRONG : WEAK], dueMs)
      const busy = busyUntil
      emit([0x80 | DRUM_CHANNEL, key, RELEASE], dueMs + CLICK_MS)
      // The note-off of a click must not delay the next message.
      busyUntil = busy
    },
    setMix(next: SongMix, dueMs: number) {
      heard.endWhere(event => !isHeard(next, event.track), dueMs)
      mix = next
    },
    silence(dueMs: number) {
      heard.clear()
      emitAll(sounding.silence(), dueMs)
    },
    portChanged() {
      const now = sink.port?.()
      if (now === port) return false
      port = now
      state = new PortState()
      return true
    },
    /** Due time of the last message; −∞ before the first. */
    get busyUntil() {
      return busyUntil
    },
  }
}

/** Release velocity, which the JSON song format doesn't store (specification, section 9). */
const RELEASE = 64

function createSoundingNotes(send: (bytes: readonly number[], dueMs: number) => void) {
  const begun = new Map<number, { readonly key: number; readonly event: SongEvent }>()
  /** Number of the sounding note, by channel × 128 + pitch. */
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
      send(bytes, dueMs)
    },
    end,
    endWhere(isOver: (event: SongEvent) => boolean, dueMs: number) {
      for (const [number, { event }] of [...begun]) if (isOver(event)) end(number, dueMs)
    },
    clear() {
      begun.clear()
      owners.clear()
    },
  }
}
