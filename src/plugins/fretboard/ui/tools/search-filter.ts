/** Finds tunings and scales by what players call them: in both languages, by letters, by aliases, despite typos. */

import type { ComboboxItem, ComboboxParsedItem, OptionsFilter } from '@mantine/core'
import { useMemo } from 'react'
import { rank } from '../../../../core/commands/search/rank.js'
import { splitWords } from '../../../../core/commands/search/split-words.js'
import { scaleWords } from '../../scales/scale-choices.js'
import type { AvailableTuning } from '../../tokens.js'
import { lettersOf } from '../../tunings/tuning-code.js'

interface Findable {
  /** Value of the option. */
  readonly id: string
  readonly texts: readonly string[]
}

/** Matching values, best first. */
export function found(entries: readonly Findable[], query: string): readonly string[] {
  return rank(entries, query).map(({ id }) => id)
}

/**
 * Search terms of a tuning: name in both languages, letters, instrument, number of strings.
 * @param words name and instrument as shown, and the number of strings in words
 */
export function tuningTexts(tuning: AvailableTuning, words: readonly string[]): readonly string[] {
  const letters = lettersOf(tuning)
  const terms = [tuning.name, letters, `${tuning.instrument} ${letters}`, `${tuning.strings.length} strings`]
  return [...new Set([...words, ...terms])]
}

/** Other names of a scale: `aeolian` for minor. */
export function scaleAliases(name: string): readonly string[] {
  return splitWords(scaleWords(name))
}

/**
 * @param entries made at the first search
 * @param chosen label of the current value: while the field still shows it, or nothing, all options are listed
 */
export function useSearchFilter(
  entries: () => readonly Findable[],
  chosen: string | undefined,
): OptionsFilter {
  return useMemo(() => {
    let made: readonly Findable[] | undefined
    return ({ options, search }) => {
      if (search === chosen || search.trim() === '') return options
      made ??= entries()
      const matches = found(made, search)
      const rankOf = (item: ComboboxItem) => matches.indexOf(String(item.value))
      const among = (items: readonly ComboboxItem[]) =>
        items.filter(item => rankOf(item) >= 0).sort((a, b) => rankOf(a) - rankOf(b))
      const isGroup = (option: ComboboxParsedItem) => 'group' in option
      const groups = options.flatMap(option =>
        'group' in option ? [{ ...option, items: among(option.items as ComboboxItem[]) }] : [],
      )
      const single = among(options.filter(option => !isGroup(option)) as ComboboxItem[])
      const best = (items: readonly ComboboxItem[]) => Math.min(...items.map(rankOf))
      return [
        ...single,
        ...groups.filter(({ items }) => items.length > 0).sort((a, b) => best(a.items) - best(b.items)),
      ]
    }
  }, [entries, chosen])
}
