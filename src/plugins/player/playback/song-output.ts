/** What a song sends to its instruments: its messages, clicks, what sets the instruments, and what silences them. */

import { PortState } from '../../../core/music/midi/port-state.js'
import type { SongEvent } from '../../../core/music/song/song-events.js'
import { CLICK_MS, clickOff, clickOn } from './clicks.js'
import { isHeard, PLAIN_MIX, type SongMix, soundingPitch } from './song-mix.js'
import { createSoundingNotes } from './sounding-notes.js'

/** Where the song goes: a MIDI output, the synthesiser, or both. */
export interface SongSink {
  /** `dueMs` is on the player's clock; it may lie in the past when the host was busy. */
  send(bytes: readonly number[], dueMs: number): void
  /** Names what is sent to: where that changes, instruments and controllers are sent again. */
  port?(): string | undefined
}

export interface SongOutput {
  /** Playing begins: sets everything, since others may have changed the instruments since we were here last. */
  begin(state: PortState, dueMs: number): void
  /** Brings the instruments to where the song has them. */
  setTo(state: PortState, dueMs: number): void
  /**
   * A message of the song; of a note what the mix makes of it.
   *
   * @param number of its note in the score; −1 for what is no note
   */
  send(event: SongEvent, number: number, dueMs: number): void
  /** @param first the first beat of a bar */
  click(first: boolean, dueMs: number): void
  /** Ends what sounds of tracks that are heard no more. */
  setMix(mix: SongMix, dueMs: number): void
  silence(dueMs: number): void
  /** Whether the sink leads to another port since playing began, or since this was asked: nothing is set there. */
  portChanged(): boolean
  /** When the last of all that was handed over is due: what comes now comes behind it. −∞ before the first. */
  readonly busyUntil: number
}

export function createSongOutput(sink: SongSink): SongOutput {
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
    begin(target, dueMs) {
      port = sink.port?.()
      emitAll(state.messagesTo(target, true), dueMs)
    },
    setTo: (target, dueMs) => emitAll(state.messagesTo(target), dueMs),
    send(event, number, dueMs) {
      const [status = 0, pitch = 0, velocity = 0] = event.bytes
      const kind = status >> 4
      if (kind === 9 && isHeard(mix, event.track)) {
        const sounds = soundingPitch(mix, status & 15, pitch)
        if (sounds !== undefined) heard.begin(number, { status, pitch: sounds, velocity, event, mix }, dueMs)
      } else if (kind === 8) heard.end(number, dueMs)
      else if (kind !== 9) emit(event.bytes, dueMs)
    },
    click(first, dueMs) {
      emit(clickOn(first), dueMs)
      const busy = busyUntil
      emit(clickOff(first), dueMs + CLICK_MS)
      // The end of a click is no reason to wait.
      busyUntil = busy
    },
    setMix(next, dueMs) {
      heard.endWhere(event => !isHeard(next, event.track), dueMs)
      mix = next
    },
    silence(dueMs) {
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
    get busyUntil() {
      return busyUntil
    },
  }
}
