import { phrases } from '../../../core/platform/phrases.js'
import type { Store } from '../../../core/platform/store.js'
import { createToken } from '../../../core/platform/token.js'
import { noteName, parseNoteName, pitchClassName } from '../../../music/guitar/note-name.js'
import { type NoteNames, shownNote } from '../../../music/guitar/note-names.js'
import { controllerName } from '../../../music/midi/controller-names.js'
import type { MidiEvent } from '../../../music/midi/midi-event.js'
import type { LogKind } from '../settings.js'

export const KIND_TITLES: Readonly<Record<LogKind, string>> = phrases({
  note: 'Notes',
  controller: 'Controllers',
  bend: 'Pitch bend',
  program: 'Programs',
  other: 'Other messages',
})

export interface LogChoice {
  readonly portId?: string | undefined
  readonly channel?: number | undefined
  readonly kind?: LogKind | undefined
}

export interface LogFilter {
  readonly text: string
  readonly choice: LogChoice
}

/** Returns the event's display name: `C#4` (`Cis4` in German), `CC-64` or `PB`. */
export function shownName(event: MidiEvent, names: NoteNames = 'english'): string {
  if (event.kind !== 'note') return event.note
  return names === 'english' ? event.name : event.name.replace(/^[A-G]#?/, name => shownNote(name, names))
}

/** Returns the velocity or the value byte; program numbers start at 1. */
export function shownValue(event: MidiEvent): number {
  if (event.kind === 'other') return isProgram(event) ? event.number + 1 : event.number
  if (event.kind !== 'note') return event.number
  return Math.round((event.on ? event.attack : event.release) * 127)
}

function wordsOf(event: MidiEvent): string {
  switch (event.kind) {
    case 'note':
      return event.on ? 'note on' : 'note off'
    case 'controller':
      return `controller ${controllerName(event.controller)}`
    case 'bend':
      return 'pitch bend'
    case 'other':
      return event.message
  }
}

function isProgram(event: MidiEvent): boolean {
  return event.kind === 'other' && event.message === 'programchange'
}

const SIGNED_NOTE = /^[a-g][b#x♭♯]{1,2}(-?\d+)?$/
const CONTROLLER_NUMBER = /^cc-?(\d+)$/

/** Normalizes note names to sharps: `d#4` for `eb4`, `d#` for `eb`; `undefined` for other words. */
function asLogged(word: string): string | undefined {
  const octave = SIGNED_NOTE.exec(word)
  const number = octave ? parseNoteName(word) : undefined
  if (number === undefined) return undefined
  return (octave?.[1] === undefined ? pitchClassName(number) : noteName(number).name).toLowerCase()
}

/**
 * Matches events whose port, channel (`ch3`), name or kind contains every word. Flats
 * also match the sharps shown in the log (`Eb4`), and `cc7` matches only that controller.
 *
 * @example logFilter('ch3 c#', id => id)(event)
 */
export function logFilter(
  text: string,
  portName: (portId: string) => string,
  choice: LogChoice = {},
  names: NoteNames = 'english',
) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean).map(wanted)
  return (event: MidiEvent) => {
    const { portId, channel, time } = event
    if (choice.portId !== undefined && portId !== choice.portId) return false
    if (choice.channel !== undefined && channel !== choice.channel) return false
    if (choice.kind !== undefined && (isProgram(event) ? 'program' : event.kind) !== choice.kind) return false
    if (words.length === 0) return true
    const all =
      `${portName(portId)} ch${channel} ${shownName(event, names)} ${wordsOf(event)} ${time}`.toLowerCase()
    return words.every(fits => fits(event, all))
  }
}

/** Matches whole numbers: `ch1` must not match `ch10`, nor `cc7` `cc74`. */
function wanted(word: string): (event: MidiEvent, all: string) => boolean {
  if (/^ch\d+$/.test(word)) return ({ channel }) => word === `ch${channel}`
  const controller = CONTROLLER_NUMBER.exec(word)?.[1]
  if (controller !== undefined) {
    return event => event.kind === 'controller' && event.controller === Number(controller)
  }
  const logged = asLogged(word)
  return (event, all) => all.includes(word) || (event.kind === 'note' && isNote(event.name, logged))
}

function isNote(name: string, wanted: string | undefined): boolean {
  const lower = name.toLowerCase()
  return lower === wanted || lower.replace(/-?\d+$/, '') === wanted
}

/** @example logLine(event, id => 'GK-3') // '12:00:00:000\tGK-3\tch1\tCC-64 Sustain Pedal\t127\tB0 40 7F' */
export function logLine(event: MidiEvent, portName: (portId: string) => string): string {
  const { time, portId, channel, raw } = event
  const name = event.kind === 'controller' ? ` ${controllerName(event.controller)}` : ''
  const bytes = raw.map(byte => byte.toString(16).toUpperCase().padStart(2, '0'))
  return [
    time,
    portName(portId),
    channel === 0 ? '' : `ch${channel}`,
    `${shownName(event)}${name}`,
    shownValue(event),
    bytes.join(' '),
  ].join('\t')
}

export const LOG_FILTER = createToken<Store<LogFilter>>('midi-io.log-filter')
