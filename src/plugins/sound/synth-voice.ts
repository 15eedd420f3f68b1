/** What sound needs of a synthesiser, and how MIDI messages drive it: notes, sustain, and silence. */
import { parseMidiMessage } from '../../core/music/midi-message.js'

/** A synthesiser of many voices. Times are milliseconds on the application's clock. */
export interface Synth {
  /** @param note 0–127 @param velocity 0–1 */
  start(note: number, atMs: number, velocity: number): void
  stop(note: number, atMs: number): void
  stopAll(atMs: number): void
  dispose(): void
}

const SUSTAIN = 64
/** All sound off, reset all controllers, all notes off. */
const SILENCING = [120, 121, 123]

export interface SynthDriver {
  /** Takes a message as an output port does. */
  play(bytes: readonly number[], atMs: number): void
}

/** Keeps what sounds per channel and note, so that a pedal on one channel holds only its own. */
export function driveSynth(synth: Synth): SynthDriver {
  const down = new Map<number, number>()
  const held = new Map<number, Set<number>>()
  const pedals = new Set<number>()

  /** Two channels may hold the same pitch; it ends with the last of them. */
  const count = (note: number, step: 1 | -1) => {
    const now = Math.max(0, (down.get(note) ?? 0) + step)
    down.set(note, now)
    return now
  }
  const release = (note: number, atMs: number) => {
    if (count(note, -1) === 0) synth.stop(note, atMs)
  }
  const releasePedal = (channel: number, atMs: number) => {
    pedals.delete(channel)
    for (const note of held.get(channel) ?? []) release(note, atMs)
    held.delete(channel)
  }
  const silence = (atMs: number) => {
    down.clear()
    held.clear()
    pedals.clear()
    synth.stopAll(atMs)
  }

  return {
    play(bytes, atMs) {
      if (bytes[0] === 0xff) return silence(atMs)
      const message = parseMidiMessage(bytes)
      if (!message) return
      if (message.type === 'note-on') {
        // Struck again while the pedal holds it: one voice, one end.
        if (held.get(message.channel)?.delete(message.note)) count(message.note, -1)
        count(message.note, 1)
        synth.start(message.note, atMs, message.velocity)
      } else if (message.type === 'note-off') {
        if (!pedals.has(message.channel)) return release(message.note, atMs)
        const holding = held.get(message.channel) ?? new Set()
        held.set(message.channel, holding.add(message.note))
      } else if (message.type === 'controller') {
        if (SILENCING.includes(message.controller)) silence(atMs)
        else if (message.controller === SUSTAIN && message.value >= 64) pedals.add(message.channel)
        else if (message.controller === SUSTAIN) releasePedal(message.channel, atMs)
      }
    },
  }
}
