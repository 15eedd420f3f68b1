/** The letters of the computer keyboard as a piano: an input like any other, off until it is switched on. */
import { noteOff, noteOn } from '../../../core/music/midi/midi-message.js'
import type { Disposable } from '../../../core/platform/disposable.js'
import { createStore } from '../../../core/platform/store.js'
import { type ComputerKeyboard, KEYBOARD_PORT, type MidiInput } from '../tokens.js'

/**
 * Semitones above C by the place of a key, whatever is printed on it: the middle row are the white keys, the
 * row above it the black ones.
 */
const SEMITONES: Readonly<Record<string, number>> = {
  KeyA: 0,
  KeyW: 1,
  KeyS: 2,
  KeyE: 3,
  KeyD: 4,
  KeyF: 5,
  KeyT: 6,
  KeyG: 7,
  KeyY: 8,
  KeyH: 9,
  KeyU: 10,
  KeyJ: 11,
  KeyK: 12,
  KeyO: 13,
  KeyL: 14,
  KeyP: 15,
  Semicolon: 16,
  Quote: 17,
}
const OCTAVE_KEYS: Readonly<Record<string, number>> = { KeyZ: -1, KeyX: 1 }

const MIDDLE_OCTAVE = 4
const LOWEST_OCTAVE = 0
const HIGHEST_OCTAVE = 8
const CHANNEL = 1

export interface ComputerKeyboardParts {
  readonly input: Pick<MidiInput, 'receive'>
  /** Of the next note, 0–1. */
  readonly velocity: () => number
}

export function createComputerKeyboard({
  input,
  velocity,
}: ComputerKeyboardParts): ComputerKeyboard & Disposable {
  const enabled = createStore<boolean>(false)
  /** Which note each held key began: it ends that one, also after a change of octave. */
  const held = new Map<string, number>()
  let octave = MIDDLE_OCTAVE

  const play = (bytes: readonly number[]) => input.receive(bytes, { portId: KEYBOARD_PORT })

  const end = (code: string) => {
    const note = held.get(code)
    if (note === undefined) return
    held.delete(code)
    // Two keys can hold one note when the octave changed in between.
    if (![...held.values()].includes(note)) play(noteOff(CHANNEL, note))
  }

  const endAll = () => {
    for (const code of [...held.keys()]) end(code)
  }

  return {
    enabled,
    toggle() {
      endAll()
      enabled.setState(!enabled.getState(), true)
    },
    keys: {
      down(code, repeated) {
        if (!enabled.getState()) return false
        const shift = OCTAVE_KEYS[code]
        if (shift !== undefined) {
          octave = Math.min(HIGHEST_OCTAVE, Math.max(LOWEST_OCTAVE, octave + shift))
          return true
        }
        const semitones = SEMITONES[code]
        if (semitones === undefined) return false
        const note = (octave + 1) * 12 + semitones
        if (repeated || held.has(code) || note > 127) return true
        held.set(code, note)
        play(noteOn(CHANNEL, note, Math.max(1 / 127, velocity())))
        return true
      },
      up: end,
      lost: endAll,
    },
    dispose: endAll,
  }
}
