import { phrases, type SentenceValues } from '../../../core/platform/phrases.js'
import type { ClockPort } from '../../../core/platform/ports.js'
import { controllerName } from '../../../music/midi/controller-names.js'
import { isDataStep, isModeMessage, isParameterSelector } from '../../../music/midi/port-state.js'
import type { Movements } from './control.js'
import { type Control, controlOf, STATUS } from './control.js'

const PART_OF_NOTE_MS = 500 // striking a string or pad also sends bends and pressure
const MEANT = 16 // a quarter of the range, more than the jitter of an idle wheel
const MIDDLE = 63.5

const KEY_PRESSURE = 0xa0
const SYSTEM = 0xf0
const BY_THEMSELVES = [0xf8, 0xfe] // clock and active sensing are sent continuously

const UNFIT = phrases({
  order: 'Channel mode message CC {{number}} ({{name}})',
  step: 'Data increment or decrement CC {{number}} ({{name}})',
  key: 'Polyphonic aftertouch',
  system: 'A system message',
})

export interface Unfit {
  readonly message: string
  readonly values: SentenceValues
}

export function createLearnable(clock: Pick<ClockPort, 'now'>, movements: Movements) {
  let noteOn = { portId: '', channel: 0, at: Number.NEGATIVE_INFINITY }

  const isPartOfNote = (portId: string, channel: number) =>
    noteOn.portId === portId && noteOn.channel === channel && clock.now() - noteOn.at < PART_OF_NOTE_MS

  return {
    controlOf(bytes: ArrayLike<number>, portId: string): Control | undefined {
      movements.follow(bytes, portId)
      const channel = ((bytes[0] ?? 0) & 15) + 1
      const control = controlOf(bytes, movements.parameter(portId, channel))
      if (!control) return undefined
      if (control.kind === 'note') noteOn = { portId, channel, at: clock.now() }
      if (control.kind === 'controller' && isDataStep(control.number)) return undefined
      if (control.kind !== 'bend' && control.kind !== 'pressure') return control
      if (isPartOfNote(portId, channel)) return undefined
      const moved =
        control.kind === 'pressure' || Math.abs(movements.valueOf(control, bytes, portId) - MIDDLE) > MEANT
      return moved ? control : undefined
    },
  }
}

export function unfitOf(bytes: ArrayLike<number>): Unfit | undefined {
  const [status, number] = [bytes[0] ?? 0, bytes[1] ?? 0]
  const values = { number, name: controllerName(number) }
  if ((status & 0xf0) === STATUS.controller && !isParameterSelector(number)) {
    if (isModeMessage(number)) return { message: UNFIT.order, values }
    if (isDataStep(number)) return { message: UNFIT.step, values }
  }
  if ((status & 0xf0) === KEY_PRESSURE) return { message: UNFIT.key, values: {} }
  if (status >= SYSTEM && !BY_THEMSELVES.includes(status)) return { message: UNFIT.system, values: {} }
  return undefined
}
