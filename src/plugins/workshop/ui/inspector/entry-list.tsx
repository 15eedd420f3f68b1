/** The inspector's list, newest first. Only the rows in sight are laid out, whatever number there is. */
import { type KeyboardEvent, memo, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { lineOf } from '../../entry-text.js'
import type { NumberedEntry } from '../../tokens.js'
import classes from './inspector.module.css'
import { KIND_NAMES } from './kind-names.js'

/** As in the style of a row. */
const ROW_PX = 26
/** The list's height; enough for any screen. */
const ROWS_IN_SIGHT = 18
const SPARE_ROWS = 4

interface EntryListProps {
  /** Oldest first. */
  readonly entries: readonly NumberedEntry[]
  readonly chosen: number | undefined
  readonly onChoose: (number: number | undefined) => void
}

const idOf = (number: number) => `entry-${number}`

export function EntryList({ entries, chosen, onChoose }: EntryListProps) {
  const { t } = useText()
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const newestFirst = entries.toReversed()
  const first = Math.max(0, Math.floor(top / ROW_PX) - SPARE_ROWS)
  const rows = newestFirst.slice(first, first + ROWS_IN_SIGHT + 2 * SPARE_ROWS)
  const at = newestFirst.findIndex(({ number }) => number === chosen)

  // Who has scrolled down reads: what comes in on top must not push that away.
  const newest = newestFirst[0]?.number ?? 0
  const before = useRef(newest)
  useLayoutEffect(() => {
    const come = entries.filter(({ number }) => number > before.current).length
    before.current = newest
    if (box.current && box.current.scrollTop > 0) box.current.scrollTop += come * ROW_PX
  }, [entries, newest])

  const onKeyDown = (event: KeyboardEvent) => {
    const to = keyTarget(event.key, at, newestFirst.length)
    if (to === undefined) return
    event.preventDefault()
    onChoose(newestFirst[to]?.number)
    const place = to * ROW_PX
    const list = box.current
    if (!list) return
    if (place < list.scrollTop) list.scrollTop = place
    const last = list.scrollTop + (ROWS_IN_SIGHT - 1) * ROW_PX
    if (place > last) list.scrollTop = place - (ROWS_IN_SIGHT - 1) * ROW_PX
  }

  return (
    <div
      ref={box}
      className={classes.list}
      style={{ height: Math.min(newestFirst.length + 1, ROWS_IN_SIGHT) * ROW_PX }}
      role="listbox"
      tabIndex={0}
      aria-label={t('What happened, newest first')}
      aria-activedescendant={at >= 0 ? idOf(chosen ?? 0) : undefined}
      onScroll={event => setTop(event.currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
    >
      <div style={{ height: newestFirst.length * ROW_PX, paddingTop: first * ROW_PX }} role="presentation">
        {rows.map((entry, index) => (
          <Row
            key={entry.number}
            entry={entry}
            place={first + index + 1}
            count={newestFirst.length}
            chosen={entry.number === chosen}
            onChoose={onChoose}
          />
        ))}
      </div>
    </div>
  )
}

/** Where a key leads, counted from the top; `undefined` for keys that mean nothing here. */
function keyTarget(key: string, at: number, count: number): number | undefined {
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + ROWS_IN_SIGHT,
    PageUp: at - ROWS_IN_SIGHT,
    Home: 0,
    End: count - 1,
  }
  const target = targets[key]
  return target === undefined ? undefined : Math.min(Math.max(target, 0), count - 1)
}

interface RowProps {
  readonly entry: NumberedEntry
  /** Counted from 1. */
  readonly place: number
  readonly count: number
  readonly chosen: boolean
  readonly onChoose: (number: number) => void
}

const Row = memo(function Row({ entry, place, count, chosen, onChoose }: RowProps) {
  const { tm } = useText()
  const { number, at, kind, name, plugin, ms, error } = entry
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names the active row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list's keys choose rows
    <div
      id={idOf(number)}
      className={classes.row}
      role="option"
      aria-selected={chosen}
      aria-posinset={place}
      aria-setsize={count}
      data-failed={error === undefined ? undefined : true}
      onClick={() => onChoose(number)}
    >
      <span className={classes.time}>{seconds(at)}</span>
      <span className={classes.kind}>{tm('workshop', KIND_NAMES[kind])}</span>
      <span className={classes.entryName}>{name}</span>
      <span className={classes.plugin}>{plugin}</span>
      <span className={classes.ms}>{ms === undefined ? '' : `${ms.toFixed(1)} ms`}</span>
      <span className={classes.line}>{lineOf(entry)}</span>
    </div>
  )
})

/** Since the page was opened. */
function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}
