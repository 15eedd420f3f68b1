/** Finds tunings and scales by what players call them: in both languages, by letters, by other names, with a typo. */

import type { ComboboxItem, ComboboxParsedItem, OptionsFilter } from '@mantine/core'
import { useMemo } from 'react'
import { ScaleType } from 'tonal'
import { rank } from '../../../../core/commands/search/rank.js'
import type { AvailableTuning } from '../../tokens.js'
import { lettersOf } from '../../tunings/tuning-code.js'

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

/** @param chosen label of the current choice: while the field still shows it, everything is listed */
export function useSearchFilter(entries: readonly Findable[], chosen: string | undefined): OptionsFilter {
  return useMemo(
    () =>
      ({ options, search }) => {
        if (search === chosen) return options
        const answers = found(entries, search)
        const place = (item: ComboboxItem) => answers.indexOf(String(item.value))
        const among = (items: readonly ComboboxItem[]) =>
          items.filter(item => place(item) >= 0).sort((a, b) => place(a) - place(b))
        const isGroup = (option: ComboboxParsedItem) => 'group' in option
        const groups = options.flatMap(option =>
          'group' in option ? [{ ...option, items: among(option.items as ComboboxItem[]) }] : [],
        )
        const single = among(options.filter(option => !isGroup(option)) as ComboboxItem[])
        const best = (items: readonly ComboboxItem[]) => Math.min(...items.map(place))
        return [
          ...single,
          ...groups.filter(({ items }) => items.length > 0).sort((a, b) => best(a.items) - best(b.items)),
        ]
      },
    [entries, chosen],
  )
}
