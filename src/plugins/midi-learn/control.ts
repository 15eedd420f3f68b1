/** A control of a MIDI device that can run commands: a controller, a note or a programme, on one channel. */
import { controllerName } from '../../core/music/controllers.js'
import { noteName } from '../../core/music/note-name.js'
import type { SentenceValues } from '../../core/music/sentence.js'
import { phrases } from '../../core/platform/phrases.js'
import { SONG_PORT } from '../midi-file/tokens.js'
import { NECK_PORT } from '../midi-io/tokens.js'
import type { Binding } from './settings.js'

export type Control = Pick<Binding, 'kind' | 'channel' | 'number'>

/** High half of the status byte of the message that a control sends (MIDI 1.0). */
const STATUS = { note: 0x90, controller: 0xb0, programme: 0xc0 } as const

/** From here on controller numbers are channel mode messages: orders such as *all notes off*, and no controls. */
const FIRST_MODE_MESSAGE = 120

/** What the application plays itself is no control: a song with a pedal in it must not turn its own pages. */
export function isControlPort(portId: string): boolean {
  return portId !== NECK_PORT && portId !== SONG_PORT
}

/** One whole number per control, so that it can be looked up without making anything. */
export function controlCode({ kind, channel, number }: Control): number {
  return codeOfBytes(STATUS[kind] | (channel - 1), number)
}

/** The code of the control that sends a message with these first two bytes. */
export function codeOfBytes(status: number, number: number): number {
  return (status << 7) | number
}

/** The control that a message comes from, and undefined for what can run nothing: the end of a note, a bend. */
export function controlOf(bytes: ArrayLike<number>): Control | undefined {
  const [status, number, value] = [bytes[0] ?? 0, bytes[1] ?? 0, bytes[2] ?? 0]
  const channel = (status & 15) + 1
  switch (status & 0xf0) {
    case STATUS.note:
      return value > 0 ? { kind: 'note', channel, number } : undefined
    case STATUS.controller:
      return number < FIRST_MODE_MESSAGE ? { kind: 'controller', channel, number } : undefined
    case STATUS.programme:
      return { kind: 'programme', channel, number }
    default:
      return undefined
  }
}

const WORDS = phrases({
  controller: 'CC {{number}} ({{name}}), channel {{channel}}',
  note: 'Note {{name}}, channel {{channel}}',
  programme: 'Programme {{number}}, channel {{channel}}',
})

/** What a control is called: an English sentence with gaps, translated where it is shown. */
export function controlWords({ kind, channel, number }: Control): {
  readonly message: string
  readonly values: SentenceValues
} {
  const name = kind === 'note' ? noteName(number).name : controllerName(number)
  return { message: WORDS[kind], values: { number, name, channel } }
}
