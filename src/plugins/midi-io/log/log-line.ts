/** One line of the log as a text, to be pasted somewhere else. */
import { controllerName } from '../../../core/music/midi/controllers.js'
import type { MidiEvent } from '../../../core/music/midi/midi-event.js'
import { shownName, shownValue } from './log-filter.js'

/**
 * The columns of the log with tabs between them, and behind them the bytes: what a person who helps asks for next.
 *
 * @example logLine(event, id => 'GK-3') // '12:00:00:000\tGK-3\tch1\tCC-64 Sustain Pedal\t127\tB0 40 7F'
 */
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
