/** What is checked of an output's values besides the ranges of MIDI itself, before anything is sent. */
import { checkMidi, MidiRangeError, MidiTypeError } from '../../../core/music/midi/midi-limits.js'

/** Nobody plans further ahead than a day; timers of a browser overflow after 24 of them. */
const LONGEST_MS = 24 * 60 * 60 * 1000

/** A note-on of velocity 0 would be a note-off. */
export function checkAttack(attack: unknown): void {
  if (checkMidi('velocity', attack) > 0) return
  throw new MidiRangeError('midi_attack', 'The attack must be more than 0; to end a note, use noteOff.')
}

export function checkHold(down: unknown): void {
  if (typeof down === 'boolean') return
  throw new MidiTypeError(
    'midi_hold',
    `The hold pedal is down with true and up with false, not ${String(down)}.`,
  )
}

export function checkDuration(ms: unknown): void {
  const code = 'midi_duration'
  if (typeof ms !== 'number' || Number.isNaN(ms)) {
    throw new MidiTypeError(code, `The duration must be a number of milliseconds, not ${String(ms)}.`)
  }
  if (ms < 0 || ms > LONGEST_MS) {
    throw new MidiRangeError(code, `The duration must lie within 0 milliseconds and a day; ${ms} does not.`)
  }
}

/**
 * What is no time would be understood as *now* further on, without a word.
 *
 * @param nowMs on the same clock
 */
export function checkTime(ms: unknown, nowMs: number): void {
  const code = 'midi_time'
  if (ms === undefined) return
  if (typeof ms !== 'number' || Number.isNaN(ms)) {
    throw new MidiTypeError(code, `The time must be a number of milliseconds, not ${String(ms)}.`)
  }
  if (!Number.isFinite(ms)) throw new MidiRangeError(code, `The time must be finite; ${ms} is not.`)
  if (ms - nowMs > LONGEST_MS) {
    throw new MidiRangeError(code, `The time must lie at most a day ahead; ${ms} does not.`)
  }
}

export function checkBend(bend: unknown): void {
  const code = 'midi_bend'
  if (typeof bend !== 'number' || Number.isNaN(bend)) {
    throw new MidiTypeError(code, `The pitch bend must be a number of -1 to 1, not ${String(bend)}.`)
  }
  if (bend < -1 || bend > 1) {
    throw new MidiRangeError(code, `The pitch bend must lie within -1 to 1; ${bend} does not.`)
  }
}
