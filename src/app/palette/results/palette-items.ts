/** What the palette lists: what was used lately and all by section, or what answers the words that were typed. */
import { useMemo, useState } from 'react'
import { type Ranked, RankIndex } from '../../../core/commands/search/rank.js'
import { type Text, useText } from '../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../core/react/kernel-context.js'
import { useValueItems, wantsValues } from '../arguments/use-value-items.js'
import { commandUses, lastUsed } from '../command-uses.js'
import {
  type CommandItem,
  inSections,
  type PaletteItem,
  type PaletteRow,
  USES_KEY,
  useCommandItems,
} from './palette-item.js'

const RECENT = 5

/** Typing another letter is quicker than scrolling further. */
const LISTED = 300

const NONE: Ranked = { count: 0, places: [], keys: [] }

/** Chosen by Enter alone in a palette that was just opened, it would be regretted. */
const NEVER_FIRST = 'core.log-out'

interface Listing {
  readonly rows: readonly PaletteRow[]
  /** How many there are, also where not all of them are listed. */
  readonly total: number
}

export function usePaletteItems(search: string): Listing {
  const { t, tm } = useText()
  const running = useRunning()
  const listed = useCommandItems()
  const { uses, last } = useUses()
  const values = useValueItems(listed, search)

  const commandIndex = useMemo(
    () =>
      new RankIndex(
        listed.map(({ command: { id, source, title, english = title, words, careful } }) => ({
          id,
          texts: [
            ...new Set([
              tm(source, title),
              english,
              ...wordsOf(words && tm(source, words)),
              ...wordsOf(words),
            ]),
          ],
          careful,
        })),
        uses,
      ),
    [listed, uses, tm],
  )
  const valueIndex = useMemo(() => new RankIndex(values), [values])

  const searching = search.trim() !== ''
  const atFirst = useMemo(() => {
    const recent = recentOf(listed, last, t('Recently used'))
    const others = listed
      .filter(({ item }) => !recent.some(({ id }) => id === item.id))
      .sort((one, other) => nearness(one) - nearness(other))
    const all = [...running, ...recent, ...others.map(({ item }) => item)]
    return withRest(inSections(all.slice(0, LISTED)), all.length, t)
  }, [running, listed, last, t])

  return useMemo(() => {
    if (!searching) return atFirst
    const commands = commandIndex.search(search, LISTED)
    const named = wantsValues(search) ? valueIndex.search(search, LISTED) : NONE
    const rows: PaletteItem[] = []
    let next = 0
    commands.places.forEach((place, index) => {
      const key = commands.keys[index] ?? 0
      for (; next < named.places.length && (named.keys[next] ?? 0) < key; next++) addValue()
      const row = listed[place]?.item
      if (row) rows.push(row)
    })
    for (; next < named.places.length; next++) addValue()
    return withRest(rows.slice(0, LISTED), commands.count + named.count, t)

    function addValue() {
      const row = values[named.places[next] ?? -1]?.item
      if (row) rows.push(row)
    }
  }, [searching, search, atFirst, listed, values, commandIndex, valueIndex, t])
}

function withRest(rows: PaletteRow[], total: number, t: Text['t']): Listing {
  if (total <= LISTED) return { rows, total }
  return { rows: [...rows, t('{{number}} more: keep typing', { number: total - LISTED })], total }
}

const wordsOf = (words = '') =>
  words
    .split(',')
    .map(word => word.trim())
    .filter(word => word !== '')

/** What belongs to every page, the login's terms and privacy among it: below what is played with. */
const EVERYWHERE: Readonly<Record<string, number>> = { auth: 2, core: 3, app: 3 }

/** What belongs to this screen comes first, what belongs to every page last. */
function nearness({ command: { source, when } }: CommandItem): number {
  if (when !== undefined && /\broute\b/.test(when)) return 0
  return EVERYWHERE[source] ?? 1
}

function recentOf(listed: readonly CommandItem[], last: readonly string[], section: string): PaletteItem[] {
  const safe = listed.filter(({ command }) => !command.careful && command.id !== NEVER_FIRST)
  const byId = new Map(safe.map(({ command, item }) => [command.id, item]))
  return last
    .flatMap(id => byId.get(id) ?? [])
    .slice(0, RECENT)
    .map(item => ({ ...item, section }))
}

/** As they were when the palette was opened: the order does not change under the eye. */
function useUses() {
  const { commands, platform, tenant } = useKernel()
  return useMemo(() => {
    const key = tenant.storageKey(USES_KEY)
    const uses = commandUses(platform.storage, key, platform.clock.date().getTime())
    return {
      uses: new Map([...uses].map(([id, weight]) => [commands.currentId(id), weight])),
      last: lastUsed(platform.storage, key).map(id => commands.currentId(id)),
    }
  }, [commands, platform, tenant])
}

/** Those of the moment of opening: a row that comes or goes later would move the others under the finger. */
function useRunning(): readonly PaletteItem[] {
  const { commands } = useKernel()
  const { t, tm } = useText()
  // What opens the palette is hidden from it, and runs while it opens.
  const [runs] = useState(() => commands.running.getState().filter(({ id }) => !commands.find(id)?.hidden))

  return useMemo(
    () =>
      runs.map(run => ({
        id: `cancel ${run.key}`,
        name: tm(run.source, run.title),
        section: t('Running'),
        command: { perform: () => run.cancel() },
        running: run,
      })),
    [runs, t, tm],
  )
}
