/** A search field's filter that understands typos, other names and letters, for Mantine's lists. */
import type { ComboboxItem, ComboboxParsedItem, OptionsFilter } from '@mantine/core'
import { useMemo } from 'react'
import { type Findable, found } from '../chords/search-choices.js'

/** @param chosen the label of what is chosen: as long as that stands in the field, all is listed */
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
