import { useEffect, useMemo, useState } from 'react'
import { byPage, NEVER_FIRST, type Offered, offeredCommands } from '../../../core/commands/search/offered.js'
import { type CommandWords, type Hit, PaletteSearch } from '../../../core/commands/search/palette-search.js'
import type { ValueList } from '../../../core/commands/search/value-lists.js'
import { pageOf, paletteValues, paletteWords } from '../../../core/kernel/palette-data.js'
import { type Text, useKernel, useStore, useText } from '../../../core/react/kernel-context.js'
import {
  commandUses,
  inSections,
  lastUsed,
  type PaletteItem,
  type PaletteRow,
  stepId,
  USES_KEY,
  useRunAndNote,
} from './palette-item.js'

const RECENT = 5

/** Maximum number of rows. Beyond this, typing another letter is faster than scrolling. */
const MOST_ROWS = 300

export function usePaletteItems(search: string) {
  const { t } = useText()
  const running = useRunning()
  const [offered = [], others = []] = useOffered()
  const { uses, last } = useUses()
  const searching = search.trim() !== ''
  const index = useSearch({ offered, others, uses }, searching)
  const itemOf = useItemOf()
  const first = useUnused(offered, last, itemOf)

  const atFirst = useMemo(() => {
    const all = [...running, ...first]
    return withRest(inSections(all.slice(0, MOST_ROWS)), all.length, t)
  }, [running, first, t])

  return useMemo(() => {
    if (!searching || !index) return atFirst
    const { hits, total, note } = index.search(search, MOST_ROWS)
    return withRest(hits.map(itemOf), total, t, note)
  }, [searching, search, atFirst, index, itemOf, t])
}

function withRest(rows: readonly PaletteRow[], total: number, t: Text['t'], note?: string) {
  if (total <= MOST_ROWS) return { rows, total, note }
  return {
    rows: [...rows, t('{{number}} more. Keep typing to narrow the list.', { number: total - MOST_ROWS })],
    total,
    note,
  }
}

function useOffered() {
  const { commands, host } = useKernel()
  const text = useText()
  const all = useStore(commands.all)
  const conditions = useStore(commands.conditions)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function reads the command list and the conditions
  return useMemo(
    () => [true, false].map(available => offeredCommands(commands, text, host, available)),
    [all, conditions, text, commands, host],
  )
}

const NO_WORDS: CommandWords = {}

interface Searched {
  readonly offered: readonly Offered[]
  readonly others: readonly Offered[]
  readonly uses: ReadonlyMap<string, number>
}

/** Builds the search index, if possible in idle time before the first keystroke. */
function useSearch({ offered, others, uses }: Searched, searching: boolean) {
  const text = useText()
  const loaded = usePaletteWords()
  const [typed, setTyped] = useState(false)
  if (searching && !typed) setTyped(true)
  const begun = typed || loaded !== undefined
  const words = loaded ?? NO_WORDS
  const lists = useValueLists(offered, begun)
  const index = useMemo(
    () => (begun ? new PaletteSearch({ offered, others, words, uses, text }) : undefined),
    [begun, words, offered, others, uses, text],
  )
  return useMemo(() => {
    if (lists) index?.take(lists)
    return index && { search: index.search.bind(index) }
  }, [index, lists])
}

/** Returns the same object for the same command, so that its row does not re-render. */
function useItemOf(): (hit: Hit) => PaletteItem {
  const run = useRunAndNote()
  return useMemo(() => {
    // A WeakMap would make garbage collection slower.
    const made = new Map<Offered, PaletteItem>()
    const itemOf = ({ of, name, args, labels, asks }: Hit): PaletteItem => {
      const { id, keys } = of.command
      return {
        id: asks ? stepId(id, args ?? {}) : args ? `${id} ${JSON.stringify(args)}` : id,
        name,
        section: of.section,
        ...(args === undefined && { keys }),
        ...(of.plan && { plan: of.plan }),
        command: asks ? undefined : { perform: () => run(id, args, labels) },
      }
    }
    return hit => {
      if (hit.args) return itemOf(hit)
      const known = made.get(hit.of) ?? itemOf(hit)
      made.set(hit.of, known)
      return known
    }
  }, [run])
}

function useUnused(offered: readonly Offered[], last: readonly string[], itemOf: (hit: Hit) => PaletteItem) {
  const { commands, host } = useKernel()
  const { t } = useText()
  const route = useStore(commands.conditions, ({ route }) => route)
  return useMemo(() => {
    const rowOf = (of: Offered, section = of.section) => ({
      ...itemOf({ of, name: of.name, asks: of.asks }),
      section,
    })
    const safe = offered.filter(({ command }) => !command.careful && command.id !== NEVER_FIRST)
    const recent = last.flatMap(id => safe.find(({ command }) => command.id === id) ?? []).slice(0, RECENT)
    const { first, others } = byPage(
      offered.filter(each => !recent.includes(each)),
      pageOf(host, route),
    )
    return [
      ...recent.map(each => rowOf(each, t('Recently used'))),
      ...first.map(each => rowOf(each, t('On this page'))),
      ...others.map(each => rowOf(each)),
    ]
  }, [offered, last, itemOf, host, route, t])
}

/** Returns the usage counts from when the palette opened, so that the order does not change. */
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

/**
 * Returns the commands that were running when the palette opened. Later changes would move the other rows.
 */
function useRunning(): readonly PaletteItem[] {
  const { commands } = useKernel()
  const { t, tm } = useText()
  // The command that opens the palette is hidden and still running.
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

function usePaletteWords(): CommandWords | undefined {
  const kernel = useKernel()
  const [words, setWords] = useState<CommandWords>()
  useEffect(() => {
    let current = true
    void paletteWords(kernel).then(loaded => {
      if (current) setWords(loaded)
    })
    return () => {
      current = false
    }
  }, [kernel])
  return words
}

function useValueLists(offered: readonly Offered[], wanted: boolean): readonly ValueList[] | undefined {
  const kernel = useKernel()
  const [known, setKnown] = useState<{
    readonly of: readonly Offered[]
    readonly lists: readonly ValueList[]
  }>()

  useEffect(() => {
    if (!wanted) return
    let current = true
    void paletteValues(kernel, offered).then(lists => {
      if (current) setKnown({ of: offered, lists })
    })
    return () => {
      current = false
    }
  }, [wanted, offered, kernel])

  return known?.of === offered ? known.lists : undefined
}
