import { FretworkError } from '../../core/platform/fretwork-error.js'

/** Maximum length of a message, bytes. Only system exclusive dumps are longer. */
const MESSAGE_BYTES = 1000

/** Returns a copy without functions, two levels deep. */
export function dataOf(value: unknown, depth = 2): unknown {
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return value
  if (typeof value !== 'object' || value === null || depth === 0) return value
  const entries = Object.entries(value).filter(([, each]) => typeof each !== 'function')
  return Object.fromEntries(entries.map(([name, each]) => [name, dataOf(each, depth - 1)]))
}

/** Returns an object with the listed own properties. */
export function pick(value: unknown, names: readonly string[]): Record<string, unknown> {
  const object = Object(value) as Record<string, unknown>
  return Object.fromEntries(
    names.filter(name => Object.hasOwn(object, name)).map(name => [name, object[name]]),
  )
}

/** Returns whether the value is one complete MIDI message. */
export function isMidiMessage(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0 || value.length > MESSAGE_BYTES) return false
  const [status, ...data] = value as readonly number[]
  if (!Number.isInteger(status) || Number(status) < 0x80 || Number(status) > 0xff) return false
  if (Number(status) >= 0xf0) return data.every(byte => Number.isInteger(byte) && byte >= 0 && byte <= 0xff)
  const length = [0xc0, 0xd0].includes(Number(status) & 0xf0) ? 1 : 2
  return data.length === length && data.every(byte => Number.isInteger(byte) && byte >= 0 && byte <= 0x7f)
}

export const MIDI_MESSAGE_WANTED =
  'the bytes of one MIDI message are needed, such as [0x90, 60, 100], with whole numbers from 0 to 127 after the first'

export function textOf(value: unknown, limit: number): string {
  return (typeof value === 'string' ? value : '').slice(0, limit)
}

export function tooMany(plugin: string, what: string): FretworkError {
  return new FretworkError('apart_refused', `"${plugin}" ${what}. Its author needs to use fewer.`)
}

export function misfit(plugin: string, what: string, needs: string): FretworkError {
  const message = `"${plugin}" passed an invalid value for ${what}: ${needs}.`
  return new FretworkError('apart_refused', message)
}

export function unavailable(plugin: string, what: string): FretworkError {
  const message = `"${plugin}" cannot use ${what} in the sandbox. See “Sandboxed plugins” in the plugin guide.`
  return new FretworkError('apart_unavailable', message)
}
