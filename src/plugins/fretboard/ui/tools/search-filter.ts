import type { ComboboxItem, ComboboxParsedItem, OptionsFilter } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { splitWords } from '../../../../core/commands/search/text-form.js'
import { lettersOf } from '../../../../music/guitar/tuning-code.js'
import { scaleWords } from '../../choices/scale-choices.js'
import type { AvailableTuning } from '../../tokens.js'

interface Findable {
  readonly id: string
  readonly texts: readonly string[]
}

export function tuningTexts(tuning: AvailableTuning, words: readonly string[]): readonly string[] {
  const letters = lettersOf(tuning)
  const terms = [tuning.name, letters, `${tuning.instrument} ${letters}`, `${tuning.strings.length} strings`]
  return [...new Set([...words, ...terms])]
}

export function scaleAliases(name: string): readonly string[] {
  return splitWords(scaleWords(name))
}

type Find = (entries: readonly Findable[], query: string) => readonly string[]

const plainly: Find = (entries, query) =>
  entries
    .filter(({ texts }) => texts.some(text => text.toLowerCase().includes(query.trim().toLowerCase())))
    .map(({ id }) => id)

/**
 * @param entries called on the first search
 * @param chosen label of the selected option; searching for exactly this label lists all options
 */
export function useSearchFilter(
  entries: () => readonly Findable[],
  chosen: string | undefined,
): { readonly filter: OptionsFilter; readonly onFocus: () => void } {
  const [find, setFind] = useState<Find>()
  const isLoading = useRef(false)
  return useMemo(() => {
    let made: readonly Findable[] | undefined
    const load = async () => {
      if (isLoading.current) return
      isLoading.current = true
      try {
        const { rank } = await import('../../../../core/commands/search/rank.js')
        const ranked: Find = (all, query) => rank(all, query).map(({ id }) => id)
        setFind(() => ranked)
      } catch {
        isLoading.current = false
      }
    }
    const filter: OptionsFilter = ({ options, search }) => {
      if (search === chosen || search.trim() === '') return options
      void load()
      made ??= entries()
      const matches = (find ?? plainly)(made, search)
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
    // Load the ranking before the first keystroke, so that Enter picks the best match.
    return { filter, onFocus: () => void load() }
  }, [entries, chosen, find])
}
