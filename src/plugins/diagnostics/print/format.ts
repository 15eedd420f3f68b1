import { controllerName } from '../../../music/midi/controller-names.js'
import { type MidiEvent, midiEventJson } from '../../../music/midi/midi-event.js'

export type ReplayFormat = 'text' | 'json' | 'ndjson' | 'tab' | 'neck'

export interface ReplayPrinter {
  event(event: MidiEvent): string | undefined
  end(): string | undefined
}

/** @example formatEvent(event, 'text') // 00:00:01:250  file  ch 1   on    E4    64  0.79 */
export function formatEvent(event: MidiEvent, format: 'text' | 'ndjson'): string {
  return format === 'ndjson' ? midiEventJson(event) : textLine(event)
}

function textLine(event: MidiEvent): string {
  const channel = event.channel > 0 ? `ch ${String(event.channel).padEnd(2)}` : 'ch - '
  return `${event.time}  ${printable(event.portId)}  ${channel}  ${what(event)}`
}

function what(event: MidiEvent): string {
  switch (event.kind) {
    case 'note': {
      const { on, name, number, attack, release, string } = event
      const strength = (on ? attack : release).toFixed(2)
      const onString = string === undefined ? '' : `  string ${string}`
      return `${on ? 'on ' : 'off'}  ${printable(name).padEnd(4)}  ${String(number).padStart(3)}  ${strength}${onString}`
    }
    case 'controller':
      return `${printable(event.note)}  ${controllerName(event.controller)}  ${event.value}`
    case 'bend':
      return `bend  ${event.value - 8192}`
    case 'other':
      // Text output counts programs from 1, as instruments do; NDJSON counts from 0.
      return `${printable(event.message)}  ${event.number + (event.message === 'programchange' ? 1 : 0)}`
  }
}

/** Replaces control characters. An untrusted log must not control the terminal. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches the control characters to replace
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, '·')
}
