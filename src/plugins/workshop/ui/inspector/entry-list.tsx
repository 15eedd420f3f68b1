/** The inspector’s list, newest first. Only visible rows are rendered. */

import { type KeyboardEvent, memo, useLayoutEffect, useRef, useState } from 'react'
import { phrases } from '../../../../core/platform/phrases.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { lineOf } from '../../entries.js'
import type { EntryKind, NumberedEntry } from '../../inspection.js'
import classes from './inspector.module.css'

/** As in the CSS. */
const ROW_PX = 26
/** The list’s height. */
const VISIBLE_ROWS = 18
const OVERSCAN_ROWS = 4

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
  const first = Math.max(0, Math.floor(top / ROW_PX) - OVERSCAN_ROWS)
  const rows = newestFirst.slice(first, first + VISIBLE_ROWS + 2 * OVERSCAN_ROWS)
  const at = newestFirst.findIndex(({ number }) => number === chosen)

  // After scrolling down, new entries on top must not move the visible ones.
  const newest = newestFirst[0]?.number ?? 0
  const before = useRef(newest)
  useLayoutEffect(() => {
    const added = entries.filter(({ number }) => number > before.current).length
    before.current = newest
    if (box.current && box.current.scrollTop > 0) box.current.scrollTop += added * ROW_PX
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
    const last = list.scrollTop + (VISIBLE_ROWS - 1) * ROW_PX
    if (place > last) list.scrollTop = place - (VISIBLE_ROWS - 1) * ROW_PX
  }

  return (
    <div
      ref={box}
      className={classes.list}
      style={{ height: Math.min(newestFirst.length + 1, VISIBLE_ROWS) * ROW_PX }}
      role="listbox"
      tabIndex={0}
      aria-label={t('Activity, newest first')}
      aria-activedescendant={at >= 0 ? idOf(chosen ?? 0) : undefined}
      onScroll={event => setTop(event.currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
    >
      <div style={{ height: newestFirst.length * ROW_PX, paddingTop: first * ROW_PX }} role="presentation">
        {rows.map((entry, index) => (
          <Row
            key={entry.number}
            entry={entry}
            position={first + index + 1}
            count={newestFirst.length}
            chosen={entry.number === chosen}
            onChoose={onChoose}
          />
        ))}
      </div>
    </div>
  )
}

/** The row a key moves to, from the top; undefined for other keys. */
function keyTarget(key: string, at: number, count: number): number | undefined {
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + VISIBLE_ROWS,
    PageUp: at - VISIBLE_ROWS,
    Home: 0,
    End: count - 1,
  }
  const target = targets[key]
  return target === undefined ? undefined : Math.min(Math.max(target, 0), count - 1)
}

interface RowProps {
  readonly entry: NumberedEntry
  /** From 1. */
  readonly position: number
  readonly count: number
  readonly chosen: boolean
  readonly onChoose: (number: number) => void
}

const Row = memo(function Row({ entry, position, count, chosen, onChoose }: RowProps) {
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
      aria-posinset={position}
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

/** Since the page was loaded. */
function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}

export const KIND_NAMES: Readonly<Record<EntryKind, string>> = phrases({
  event: 'Event',
  command: 'Command',
  service: 'Service',
})
