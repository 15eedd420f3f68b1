/** Which instrument of the built-in sound plays each of the 128 programs of General MIDI (GM 1, table 2). */
import PROGRAMS from './programs.json' with { type: 'json' }
import { TIMBRES, type Timbre, type TimbreName } from './timbres.js'

const BY_TIMBRE: Readonly<Partial<Record<TimbreName, readonly number[]>>> = PROGRAMS

const BY_PROGRAM: readonly TimbreName[] = (Object.keys(BY_TIMBRE) as TimbreName[])
  .flatMap(name => (BY_TIMBRE[name] ?? []).map(program => ({ program, name })))
  .toSorted((a, b) => a.program - b.program)
  .map(({ name }) => name)

/** @param program 0–127 */
export function timbreOf(program: number): Timbre {
  return TIMBRES[BY_PROGRAM[program] ?? 'plucked string']
}
