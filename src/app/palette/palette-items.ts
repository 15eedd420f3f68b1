/** What the palette lists: what was used lately and all by section, or what answers the words that were typed. */
import { useMemo } from 'react'
import { RankIndex } from '../../core/commands/rank.js'
import { useKernel } from '../../core/react/kernel-context.js'
import { useText } from '../../core/react/use-text.js'
import { commandUses, lastUsed } from './command-uses.js'
import { inSections, type PaletteItem, type PaletteRow } from './palette-item.js'
import { type CommandItem, USES_KEY, useCommandItems } from './use-command-items.js'
import { useRunning } from './use-running.js'
import { useValueItems } from './use-value-items.js'

const RECENT = 5

/** Chosen by Enter alone in a palette that was just opened, it would be regretted. */
const NEVER_FIRST = 'core.log-out'

export function usePaletteItems(search: string): readonly PaletteRow[] {
  const { t, tm } = useText()
  const running = useRunning()
  const listed = useCommandItems()
  const { uses, last } = useUses()
  const values = useValueItems(listed, search)

  const commandIndex = useMemo(
    () =>
      new RankIndex(
        listed.map(({ command: { id, source, title } }) => ({
          id,
          texts: [...new Set([tm(source, title), title])],
        })),
        uses,
      ),
    [listed, uses, tm],
  )
  const valueIndex = useMemo(() => new RankIndex(values), [values])

  const searching = search.trim() !== ''
  const atFirst = useMemo(() => {
    const recent = recentOf(listed, last, t('Recently used'))
    const others = listed.filter(({ item }) => !recent.some(({ id }) => id === item.id))
    return inSections([...running, ...recent, ...others.map(({ item }) => item)])
  }, [running, listed, last, t])

  return useMemo(() => {
    if (!searching) return atFirst
    const [commands, named] = [commandIndex.search(search), valueIndex.search(search)]
    const rows: PaletteItem[] = []
    let next = 0
    commands.places.forEach((place, index) => {
      const key = commands.keys[index] ?? 0
      for (; next < named.places.length && (named.keys[next] ?? 0) < key; next++) addValue()
      const row = listed[place]?.item
      if (row) rows.push(row)
    })
    for (; next < named.places.length; next++) addValue()
    return rows

    function addValue() {
      const row = values[named.places[next] ?? -1]?.item
      if (row) rows.push(row)
    }
  }, [searching, search, atFirst, listed, values, commandIndex, valueIndex])
}

function recentOf(listed: readonly CommandItem[], last: readonly string[], section: string): PaletteItem[] {
  const byId = new Map(listed.map(({ command, item }) => [command.id, item]))
  return last
    .filter(id => id !== NEVER_FIRST)
    .flatMap(id => byId.get(id) ?? [])
    .slice(0, RECENT)
    .map(item => ({ ...item, section }))
}

/** As they were when the palette was opened: the order does not change under the eye. */
function useUses() {
  const { platform, tenant } = useKernel()
  return useMemo(() => {
    const key = tenant.storageKey(USES_KEY)
    return {
      uses: commandUses(platform.storage, key, platform.clock.date().getTime()),
      last: lastUsed(platform.storage, key),
    }
  }, [platform, tenant])
}
