/** Finds tunings and scales by what players call them: in both languages, by letters, by other names, with a typo. */
import { ScaleType } from 'tonal'
import { rank } from '../../../core/commands/search/rank.js'
import { pitchClassName } from '../../../core/music/guitar/note-name.js'
import type { AvailableTuning } from '../tokens.js'

export interface Findable {
  /** The value that is chosen. */
  readonly id: string
  readonly texts: readonly string[]
}

/** The values that answer a query, the best first; all of them for none. */
export function found(entries: readonly Findable[], query: string): readonly string[] {
  if (query.trim() === '') return entries.map(({ id }) => id)
  return rank(entries, query).map(({ id }) => id)
}

/** As players say it, from the lowest string: EADGBE. */
export function lettersOf({ strings }: Pick<AvailableTuning, 'strings'>): string {
  return strings.map(pitchClassName).toReversed().join('')
}

/**
 * What a tuning is found by: its name in both languages, its letters, its instrument, the number of its strings.
 * @param words its name and its instrument as they are shown, and its number of strings in words
 */
export function tuningTexts(tuning: AvailableTuning, words: readonly string[]): readonly string[] {
  const letters = lettersOf(tuning)
  const own = [tuning.name, letters, `${tuning.instrument} ${letters}`, `${tuning.strings.length} strings`]
  return [...new Set([...words, ...own])]
}

/** Other names of a scale: `aeolian` and `natural minor` lead to the minor one. */
export function scaleAliases(name: string): readonly string[] {
  return ScaleType.get(name.toLowerCase()).aliases
}
