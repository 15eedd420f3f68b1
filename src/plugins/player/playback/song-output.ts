/** What a song sends to its instruments: its messages, clicks, what sets the instruments, and what silences them. */
import { PortState } from '../../../core/music/midi/port-state.js'
import type { SongEvent } from '../../../core/music/song/song-events.js'
import { DRUM_CHANNEL } from '../../../core/music/song/song-events.js'
import { isHeard, PLAIN_MIX, type SongMix, soundingPitch, soundingVelocity } from './song-mix.js'

/** Keys of General MIDI's percussion map: the metronome click of General MIDI 2 is missing in most instruments. */
const HIGH = 76
const LOW = 77
const STRONG = 110
const WEAK = 80
/** How long a click is held. */
const CLICK_MS = 40

function clickOn(first: boolean): number[] {
  return [0x90 | DRUM_CHANNEL, first ? HIGH : LOW, first ? STRONG : WEAK]
}

function clickOff(first: boolean): number[] {
  return [0x80 | DRUM_CHANNEL, first ? HIGH : LOW, 64]
}

/** Where the song goes: a MIDI output, the synthesiser, or both. */
export interface SongSink {
  /** `dueMs` is on the player's clock; it may lie in the past when the host was busy. */
  send(bytes: readonly number[], dueMs: number): void
  /** Names what is sent to: where that changes, instruments and controllers are sent again. */
  port?(): string | undefined
}

export function createSongOutput(sink: SongSink) {
  const sounding = new PortState()
  /** What the instruments behind the sink are set to, as far as we have set it. */
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
    /** Playing begins: sets everything, since others may have changed the instruments since we were here last. */
    begin(target: PortState, dueMs: number) {
      port = sink.port?.()
      emitAll(state.messagesTo(target, true), dueMs)
    },
    /** Brings the instruments to where the song has them. */
    setTo: (target: PortState, dueMs: number) => emitAll(state.messagesTo(target), dueMs),
    /**
     * A message of the song; of a note what the mix makes of it.
     *
     * @param number of its note in the score; −1 for other messages
     */
    send(event: SongEvent, number: number, dueMs: number) {
      const [status = 0, pitch = 0, velocity = 0] = event.bytes
      const kind = status >> 4
      if (kind === 9 && isHeard(mix, event.track)) {
        const sounds = soundingPitch(mix, status & 15, pitch)
        if (sounds !== undefined) heard.begin(number, { status, pitch: sounds, velocity, event, mix }, dueMs)
      } else if (kind === 8) heard.end(number, dueMs)
      else if (kind !== 9) emit(event.bytes, dueMs)
    },
    /** @param first the first beat of a bar */
    click(first: boolean, dueMs: number) {
      emit(clickOn(first), dueMs)
      const busy = busyUntil
      emit(clickOff(first), dueMs + CLICK_MS)
      // The end of a click does not delay what comes next.
      busyUntil = busy
    },
    /** Ends what sounds of tracks that are heard no more. */
    setMix(next: SongMix, dueMs: number) {
      heard.endWhere(event => !isHeard(next, event.track), dueMs)
      mix = next
    },
    silence(dueMs: number) {
      heard.clear()
      emitAll(sounding.silence(), dueMs)
    },
    /** Whether the sink leads to another port since playing began, or since this was asked: nothing is set there. */
    portChanged() {
      const now = sink.port?.()
      if (now === port) return false
      port = now
      state = new PortState()
      return true
    },
    /** When the last of all that was handed over is due: what comes now comes behind it. −∞ before the first. */
    get busyUntil() {
      return busyUntil
    },
  }
}

interface BeginningNote {
  /** Of the note-on. */
  readonly status: number
  /** As it sounds, 0–127. */
  readonly pitch: number
  /** As the song has it, 1–127. */
  readonly velocity: number
  readonly event: SongEvent
  readonly mix: SongMix
}

/** Release velocity of notes, which the JSON does not keep: 64 of 127 (specification, section 9). */
const RELEASE = 64

function createSoundingNotes(send: (bytes: readonly number[], dueMs: number) => void) {
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
    /** @param number of the note in the score. Where its pitch sounds on its channel already, that ends first. */
    begin(number: number, { status, pitch, velocity, event, mix }: BeginningNote, dueMs: number) {
      const key = (status & 15) * 128 + pitch
      const before = owners.get(key)
      if (before !== undefined) end(before, dueMs)
      begun.set(number, { key, event })
      owners.set(key, number)
      send([status, pitch, soundingVelocity(mix, event.track, velocity)], dueMs)
    },
    /** Ends it, if it was begun and no other note has taken its pitch since. */
    end,
    endWhere(isOver: (event: SongEvent) => boolean, dueMs: number) {
      for (const [number, { event }] of [...begun]) if (isOver(event)) end(number, dueMs)
    },
    /** Forgets all: the caller ends them. */
    clear() {
      begun.clear()
      owners.clear()
    },
  }
}
