/**
 * Fifty faults in how MIDI is handled, each as a programmer could make it, switched on one at a time. They replace
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
  decoded('a note-off is one semitone too low', m =>
    m.type === 'note-off' ? { ...m, note: Math.max(0, m.note - 1) } : m,
  ),
  decoded('channel 16 is read as channel 1', m => (m.channel === 16 ? { ...m, channel: 1 } : m)),
  decoded('channels are counted from 0', m => (m.channel > 1 ? { ...m, channel: m.channel - 1 } : m)),
  decoded('velocity is divided by 128', m =>
    m.type === 'note-on' ? { ...m, velocity: (m.velocity * 127) / 128 } : m,
  ),
  decoded('velocity 127 is read as 126', m => (m.velocity === 1 ? { ...m, velocity: 126 / 127 } : m)),
  decoded('a note-on of velocity 1 is a note-off', m =>
    m.type === 'note-on' && m.velocity < 0.01 ? { ...m, type: 'note-off' } : m,
  ),
  decoded('the halves of a bend are swapped', m =>
    m.type === 'bend' ? { ...m, value: ((m.value & 127) << 7) | (m.value >> 7) } : m,
  ),
  decoded('the fine half of a bend is lost', m => (m.type === 'bend' ? { ...m, value: m.value & ~127 } : m)),
  decoded('bends down are read as bends up', m =>
    m.type === 'bend' && m.value < 8192 ? { ...m, value: 16383 - m.value } : m,
  ),
  decoded('controller values lose their lowest bit', m =>
    m.type === 'controller' ? { ...m, value: m.value & ~1 } : m,
  ),
  decoded('controllers are one too low', m =>
    m.type === 'controller' ? { ...m, controller: Math.max(0, m.controller - 1) } : m,
  ),
  decoded('release velocity is always 0', m => (m.type === 'note-off' ? { ...m, velocity: 0 } : m)),
  decoded('notes from 100 upwards are an octave lower', m =>
    m.note >= 100 ? { ...m, note: m.note - 12 } : m,
  ),
  decoded('program changes are read as pressure', m =>
    m.message === 'programchange' ? { ...m, value: m.value + 1 } : m,
  ),
  heard('note-offs of channel 10 are ignored', e =>
    e.kind === 'note' && !e.on && e.channel === 10 ? undefined : e,
  ),
  heard('every note-off ends all channels', e => (e.kind === 'note' && !e.on ? { ...e, channel: 1 } : e)),
  heard('notes below 40 are not seen', e => (e.kind === 'note' && e.number < 40 ? undefined : e)),
  heard('sustain is not heard', e => (e.kind === 'controller' && e.controller === 64 ? undefined : e)),
  heard('sostenuto is not heard', e => (e.kind === 'controller' && e.controller === 66 ? undefined : e)),
  heard('bends are not heard', e => (e.kind === 'bend' ? undefined : e)),
  heard('a system reset is not heard', e => (e.kind === 'other' && e.message === 'reset' ? undefined : e)),
  heard('all sound off is not heard', e => (e.kind === 'controller' && e.controller === 120 ? undefined : e)),
  heard('all notes off is not heard', e => (e.kind === 'controller' && e.controller === 123 ? undefined : e)),
  heard('mode changes do not end notes', e =>
    e.kind === 'controller' && e.controller > 123 ? undefined : e,
  ),
  heard('reset all controllers is not heard', e =>
    e.kind === 'controller' && e.controller === 121 ? undefined : e,
  ),
  heard('the string of a note is lost', e => (e.kind === 'note' ? { ...e, string: undefined } : e)),
  heard('strings are counted from 0', e =>
    e.kind === 'note' && e.string > 1 ? { ...e, string: e.string - 1 } : e,
  ),
  heard('all ports are one', e => ({ ...e, portId: 'one' })),
  pedal('sustain is on from 1', (c, v) => (c === 64 && v > 0 ? [c, 127] : [c, v])),
  pedal('sustain is on from 65', (c, v) => (c === 64 && v === 64 ? [c, 0] : [c, v])),
  pedal('sostenuto works like sustain', (c, v) => (c === 66 ? [64, v] : [c, v])),
  pedal('sustain works like sostenuto', (c, v) => (c === 64 ? [66, v] : [c, v])),
  pedal('all notes off works like all sound off', (c, v) => (c === 123 ? [120, v] : [c, v])),
  pedal('all sound off works like all notes off', (c, v) => (c === 120 ? [123, v] : [c, v])),
  pedal('reset all controllers keeps the pedals', (c, v) => (c === 121 ? [7, v] : [c, v])),
  fault('a pedal never keeps a note', HeldNotes, 'isKept', (_original, note) => note.down),
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
  fault(
    'the fine half of the bend range is lost',
    ChannelState,
    'enter',
    (original, isCoarse: boolean, value: number) => {
      if (isCoarse) original(isCoarse, value)
    },
  ),
  fault('the bend range cannot be changed', ChannelState, 'enter', () => undefined),
  fault(
    'a bend ends one step too early',
    ChannelState,
    'bentBy',
    (original, range) => original(range) * (8192 / 8191),
  ),
  fault('the last fret is dark', LiveNeckModel, 'soundAt', function (original, string: number, fret: number) {
    return fret === this.range.fretMax ? undefined : original(string, fret)
  }),
  shownAt('open strings are dark', (sound, _string, fret) => (fret === 0 ? undefined : sound)),
  shownAt('the third string is dark', (sound, string) => (string === 3 ? undefined : sound)),
  shownAt('released notes are shown as held', sound => sound && { ...sound, held: true }),
  shownAt('the velocity of chords is averaged', (sound, string) =>
    sound && string > 3 ? { ...sound, velocity: sound.velocity / 2 } : sound,
  ),
  fault('notes of several channels end together', NeckVoices, 'note', function (original, event, channel) {
    original(event, event.on ? channel : (this.ports.get(event.portId)?.get(1) ?? channel))
  }),
  fault('a note that ends stays lit', NeckVoices, 'touch', (original, pitch: number, isOther: boolean) => {
    if (!(isOther && pitch % 12 === 4)) original(pitch, isOther)
  }),
]
