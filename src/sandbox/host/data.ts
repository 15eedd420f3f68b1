import { FretworkError } from '../../core/platform/fretwork-error.js'
import { parseMidiMessage } from '../../music/midi/midi-message.js'

/** Maximum message length, bytes. Only SysEx dumps are longer. */
const MESSAGE_BYTES = 1000

/** Returns a copy without functions, two levels deep. */
export function dataOf(value: unknown, depth = 2): unknown {
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return value
  if (typeof value !== 'object' || value === null || depth === 0) return value
  const entries = Object.entries(value).filter(([, each]) => typeof each !== 'function')
  return Object.fromEntries(entries.map(([name, each]) => [name, dataOf(each, depth - 1)]))
}

export function pick(value: unknown, names: readonly string[]): Record<string, unknown> {
  const object = Object(value) as Record<string, unknown>
  return Object.fromEntries(
    names.filter(name => Object.hasOwn(object, name)).map(name => [name, object[name]]),
  )
}

export function isMidiMessage(value: unknown): value is readonly number[] {
  if (!Array.isArray(value) || value.length > MESSAGE_BYTES) return false
  return value.every(byte => isWhole(byte, 0, 255)) && parseMidiMessage(value) !== undefined
}

export function isWhole(value: unknown, from: number, to = Number.POSITIVE_INFINITY): boolean {
  return Number.isInteger(value) && Number(value) >= from && Number(value) <= to
}

export const MIDI_MESSAGE_WANTED =
  'the bytes of one MIDI message are needed, such as [0x90, 60, 100], with whole numbers from 0 to 127 after the first'

export function textOf(value: unknown, limit: number): string {
  return (typeof value === 'string' ? value : '').slice(0, limit)
}

export function misfit(plugin: string, what: string, needs: string): FretworkError {
  const message = `"${plugin}" passed an invalid value for ${what}: ${needs}.`
  return new FretworkError('apart_refused', message)
}

export function unavailable(plugin: string, what: string): FretworkError {
  const message = `"${plugin}" cannot use ${what} in the sandbox. See “Sandboxed plugins” in the plugin guide.`
  return new FretworkError('apart_unavailable', message)
}
