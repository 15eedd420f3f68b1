/**
 * Faults in how MIDI is handled, each as a programmer could make it, switched on one at a time. They replace
 * methods of the real code, private ones too, for as long as they are on.
 */

import { ChannelState } from '../../../src/core/music/midi/channel-state.js'
import { HeldNotes } from '../../../src/core/music/midi/held-notes.js'
import type { MidiEvent } from '../../../src/core/music/midi/midi-event.js'
import type { MidiMessage } from '../../../src/core/music/midi/midi-message.js'
import { LiveNeckModel } from '../../../src/plugins/fretboard/neck/neck-model.js'
import { NeckVoices } from '../../../src/plugins/fretboard/playing/neck-voices.js'
import { LiveMidiInput } from '../../../src/plugins/midi-io/input/midi-input.js'

export interface MidiFault {
  readonly name: string
  /** Switches it on; returns what switches it off. */
  readonly on: () => () => void
}

// biome-ignore lint/suspicious/noExplicitAny: private methods have no types outside of their classes
type Any = any
type Method = (this: Any, original: (...args: Any[]) => Any, ...args: Any[]) => Any

function replacing(target: object, name: string, method: Method): () => () => void {
  return () => {
    const holder = (target as { prototype: Record<string, Any> }).prototype
    const original = holder[name]
    if (typeof original !== 'function') throw new Error(`There is no method ${name} to put a fault into.`)
    holder[name] = function (this: Any, ...args: Any[]) {
      return method.call(this, original.bind(this), ...args)
    }
    return () => {
      holder[name] = original
    }
  }
}

const fault = (name: string, target: object, method: string, replacement: Method): MidiFault => ({
  name,
  on: replacing(target, method, replacement),
})

/** A message as it was decoded wrongly. */
const decoded = (name: string, change: (message: Any) => Any): MidiFault =>
  fault(name, LiveMidiInput, 'receiveParsed', (original, message: MidiMessage | undefined, bytes, options) =>
    original(message && change({ ...message }), bytes, options),
  )

/** An event that the neck takes in wrongly; undefined where it does not hear of it. */
const heard = (name: string, change: (event: Any) => MidiEvent | undefined): MidiFault =>
  fault(name, LiveNeckModel, 'apply', (original, event: MidiEvent) => {
    const changed = change(event)
    if (changed) original(changed)
  })

/** A control change that held notes take in wrongly. */
const pedal = (name: string, change: (controller: number, value: number) => [number, number]): MidiFault =>
  fault(name, HeldNotes, 'control', (original, controller: number, value: number) =>
    original(...change(controller, value)),
  )

const shownAt = (name: string, change: (sound: Any, string: number, fret: number) => Any): MidiFault =>
  fault(name, LiveNeckModel, 'soundAt', (original, string: number, fret: number) =>
    change(original(string, fret), string, fret),
  )

export const MIDI_FAULTS: readonly MidiFault[] = [
  decoded('a note is one semitone too high', m =>
    m.type === 'note-on' ? { ...m, note: Math.min(127, m.note + 1) } : m,
  ),
  decoded('channels are counted from 0', m => (m.channel > 1 ? { ...m, channel: m.channel - 1 } : m)),
  decoded('velocity 127 is read as 126', m => (m.velocity === 1 ? { ...m, velocity: 126 / 127 } : m)),
  decoded('the fine half of a bend is lost', m => (m.type === 'bend' ? { ...m, value: m.value & ~127 } : m)),
  decoded('controller values lose their lowest bit', m =>
    m.type === 'controller' ? { ...m, value: m.value & ~1 } : m,
  ),
  decoded('release velocity is always 0', m => (m.type === 'note-off' ? { ...m, velocity: 0 } : m)),
  decoded('program changes are read as pressure', m =>
    m.message === 'programchange' ? { ...m, value: m.value + 1 } : m,
  ),
  heard('every note-off ends all channels', e => (e.kind === 'note' && !e.on ? { ...e, channel: 1 } : e)),
  heard('sustain is not heard', e => (e.kind === 'controller' && e.controller === 64 ? undefined : e)),
  heard('a system reset is not heard', e => (e.kind === 'other' && e.message === 'reset' ? undefined : e)),
  heard('all notes off is not heard', e => (e.kind === 'controller' && e.controller === 123 ? undefined : e)),
  heard('the string of a note is lost', e => (e.kind === 'note' ? { ...e, string: undefined } : e)),
  heard('all ports are one', e => ({ ...e, portId: 'one' })),
  pedal('sustain is on from 65', (c, v) => (c === 64 && v === 64 ? [c, 0] : [c, v])),
  pedal('sostenuto works like sustain', (c, v) => (c === 66 ? [64, v] : [c, v])),
  pedal('reset all controllers keeps the pedals', (c, v) => (c === 121 ? [7, v] : [c, v])),
  fault('a note struck again needs two note-offs', HeldNotes, 'release', function (original, key: number) {
    const note = this.get(key)
    if (note && !note.twice && note.velocity === 1) {
      note.twice = true
      return true
    }
    return original(key)
  }),
  fault('sostenuto catches later notes', HeldNotes, 'begin', (original, key: number, note) => {
    original(key, { ...note, caught: true })
  }),
  fault(
    'registered and other parameters are mixed up',
    ChannelState,
    'select',
    (original, controller: number, value: number) =>
      original(controller === 99 ? 101 : controller === 98 ? 100 : controller, value),
  ),
  fault('the bend range cannot be changed', ChannelState, 'enter', () => undefined),
  fault('the last fret is dark', LiveNeckModel, 'soundAt', function (original, string: number, fret: number) {
    return fret === this.range.fretMax ? undefined : original(string, fret)
  }),
  shownAt('released notes are shown as held', sound => sound && { ...sound, held: true }),
  fault('a note that ends stays lit', NeckVoices, 'touch', (original, pitch: number, isOther: boolean) => {
    if (!(isOther && pitch % 12 === 4)) original(pitch, isOther)
  }),
]
