/** Whether the event in the log says what the bytes say (MIDI 1.0, table 1). */
import { bytesOfHex, type MidiStep } from '../../../../src/plugins/problem-report/file/report.js'

const LETTERS = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B']

/** @returns the first field that is wrong, with what it has to be; undefined where all is right */
export function wrongField(
  step: MidiStep,
): { readonly field: string; readonly expected: unknown; readonly actual: unknown } | undefined {
  const { event } = step
  if (!event) return undefined
  const said: Record<string, unknown> = { ...event, letter: String(event.name).replace(/\d+$/, '') }
  for (const [field, expected] of Object.entries(expectedEvent(bytesOfHex(step.raw)))) {
    if (!isClose(said[field], expected)) return { field, expected, actual: said[field] }
  }
  return undefined
}

function expectedEvent(bytes: readonly number[]): Record<string, unknown> {
  const [status = 0, first = 0, second = 0] = bytes
  const channel = (status & 15) + 1
  switch (status & 0xf0) {
    case 0x80:
    case 0x90: {
      const on = status >= 0x90 && second > 0
      const strength = second / 127
      const note = { kind: 'note', channel, on, number: first }
      return { ...note, attack: on ? strength : 0, release: on ? 0 : strength, letter: LETTERS[first % 12] }
    }
    case 0xb0:
      return { kind: 'controller', channel, controller: first, value: second }
    case 0xe0:
      return { kind: 'bend', channel, value: second * 128 + first }
    case 0xa0:
    case 0xc0:
    case 0xd0:
      return { kind: 'other', channel, number: first }
    default:
      return { kind: 'other' }
  }
}

function isClose(actual: unknown, expected: unknown): boolean {
  if (typeof actual === 'number' && typeof expected === 'number') return Math.abs(actual - expected) < 1e-6
  return actual === expected
}
