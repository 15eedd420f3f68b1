import { type NoteNames, shownNote } from '../../../music/guitar/note-names.js'
import { positionsOf } from '../../../music/guitar/position.js'
import { openStringNames, TUNINGS, type Tuning, tuningById } from '../../../music/guitar/tunings.js'
import type { NeckView, SongTuning } from '../../fretboard/tokens.js'

/** Returns whose tuning the neck shows if the visible track's tuning differs from the user's. */
export function tuningInUse(
  song: SongTuning | undefined,
  { tuning, capo, own }: Pick<NeckView, 'tuning' | 'capo' | 'own'>,
): 'track' | 'mine' | undefined {
  if (!song) return undefined
  if (song.used) return own && 'track'
  return `${song.strings}` === `${tuning.strings}` && song.capo === capo ? undefined : 'mine'
}

/**
 * Lists note names from the lowest string.
 * @example lettersOf([64, 59, 55, 50, 45, 40], 'english') // 'E2 A2 D3 G3 B3 E4'
 */
export function lettersOf(strings: readonly number[], names: NoteNames): string {
  return openStringNames(strings)
    .map(name => name.replace(/^\D+/, letter => shownNote(letter, names)))
    .toReversed()
    .join(' ')
}

/**
 * Finds a built-in tuning that has all the pitches. Prefers the smallest change to the lowest string,
 * then the tuning that keeps most chord shapes, then the smallest change to all strings.
 * Returns `undefined` if all pitches are already in range or no tuning fits.
 *
 * @example fittingTuning([39, 51], { tuning: STANDARD_TUNING, capo: 0 })?.name // 'Half step down'
 */
export function fittingTuning(
  pitches: Iterable<number>,
  { tuning: { id }, capo }: Pick<NeckView, 'tuning' | 'capo'>,
): Tuning | undefined {
  const present = typeof id === 'number' ? tuningById(id) : undefined
  if (!present) return undefined
  const wanted = [...new Set(pitches)]
  const hasAll = (tuning: Tuning) => wanted.every(pitch => positionsOf(pitch, tuning, { capo }).length > 0)
  if (hasAll(present)) return undefined
  const fitting = TUNINGS.filter(
    tuning =>
      tuning.instrument === present.instrument &&
      tuning.strings.length === present.strings.length &&
      hasAll(tuning),
  )
  return fitting
    .map(tuning => ({ tuning, cost: costOf(tuning, present) }))
    .toSorted((a, b) => a.cost - b.cost)[0]?.tuning
}

const COSTS = { lowest: 10_000, uneven: 500 } as const

function costOf(tuning: Tuning, present: Tuning): number {
  const by = present.strings.map((note, index) => (tuning.strings[index] ?? note) - note)
  const lowest = Math.min(...tuning.strings) - Math.min(...present.strings)
  const sum = by.reduce((all, each) => all + Math.abs(each), 0)
  // A drop tuning keeps the chord shapes on all other strings.
  const uneven = new Set(by.slice(0, -1)).size - 1
  return Math.abs(lowest) * COSTS.lowest + uneven * COSTS.uneven + sum
}
