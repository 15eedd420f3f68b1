/** Which events of the log a few typed words mean. */
import { controllerName } from '../../core/music/controllers.js'
import type { MidiEvent } from '../../core/music/midi-event.js'

/** The name column of the log: `C#4`, `CC-64`, `PB`. */
export function shownName(event: MidiEvent): string {
  return event.kind === 'note' ? event.name : event.note
}

/** The value column: the velocity or value as it was in the bytes. */
export function shownValue(event: MidiEvent): number {
  if (event.kind !== 'note') return event.number
  return Math.round((event.on ? event.attack : event.release) * 127)
}

/** What a user may call an event besides its name. */
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

/** What can be chosen instead of written; what is absent lets everything pass. */
export interface LogChoice {
  readonly portId?: string
  /** 1–16. */
  readonly channel?: number
  readonly kind?: LogKind
}

export type LogKind = 'note' | 'controller' | 'bend' | 'programme' | 'other'

function kindOf(event: MidiEvent): LogKind {
  return event.kind === 'other' && event.message === 'programchange' ? 'programme' : event.kind
}

/**
 * Makes the test for a filter text: every word of it must be found in an event's port, channel (`ch3`), name
 * or kind, whatever its case. An empty text lets everything pass. What was chosen must fit besides.
 *
 * @example logFilter('ch3 c#', id => id)(event)
 * @example logFilter('', id => id, { kind: 'note' })(event)
 */
export function logFilter(
  text: string,
  portName: (portId: string) => string,
  choice: LogChoice = {},
): (event: MidiEvent) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return event => {
    const { portId, channel, time } = event
    if (choice.portId !== undefined && portId !== choice.portId) return false
    if (choice.channel !== undefined && channel !== choice.channel) return false
    if (choice.kind !== undefined && kindOf(event) !== choice.kind) return false
    if (words.length === 0) return true
    const all = `${portName(portId)} ch${channel} ${shownName(event)} ${wordsOf(event)} ${time}`.toLowerCase()
    // A channel stands alone: ch1 does not mean ch10.
    return words.every(word => (/^ch\d+$/.test(word) ? word === `ch${channel}` : all.includes(word)))
  }
}
