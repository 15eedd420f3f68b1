/** What the strings of a neck are called in front of tablature. */
import { noteName } from './note-name.js'

/**
 * Letters of the open strings, the first one small where the last has the same, all equally wide.
 *
 * @param strings MIDI notes, string 1 first
 * @example stringNames([64, 59, 55, 50, 45, 40]) // ['e', 'B', 'G', 'D', 'A', 'E']
 */
export function stringNames(strings: readonly number[]): string[] {
  const names = strings.map(number => noteName(number).name.replace(/-?\d+$/, ''))
  const doubled = names.length > 1 && names[0] === names.at(-1)
  const wide = Math.max(1, ...names.map(name => name.length))
  return names.map((name, index) => (index === 0 && doubled ? name.toLowerCase() : name).padEnd(wide))
}
