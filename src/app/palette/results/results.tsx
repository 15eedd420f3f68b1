import { Badge, Progress, Text } from '@mantine/core'
import { getListboxItemId, KBAR_LISTBOX, useKBar } from 'kbar'
import {
  type MouseEvent,
  memo,
  type PointerEvent,
  type UIEvent,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import type { CommandRunState } from '../../../core/commands/command-runs.js'
import { useTouchInput } from '../../../core/react/hooks/use-touch-input.js'
import { useKernel, useStore, useText } from '../../../core/react/kernel-context.js'
import { KeyCaps } from '../../../core/react/key-caps.js'
import classes from '../palette.module.css'
import type { PaletteItem, PaletteRow } from './palette-item.js'
import { useActiveRow, useScrollTo, useShownRows } from './use-active-row.js'

interface ResultsProps {
  readonly rows: readonly PaletteRow[]
  readonly count: number
  readonly label: string
  readonly step: string
  readonly search: string
  readonly goTo: (step: string) => void
}

export function Results({ rows, count, label, step, search, goTo }: ResultsProps) {
  const list = useRef<HTMLDivElement>(null)
  const question = `${step}\n${search}`
  const isTouch = useTouchInput()
  const choose = useChoose(goTo)
  const { active, byPointer, point } = useActiveRow({
    rows,
    question,
    fieldEmpty: search === '',
    choose,
    height: () => list.current?.clientHeight ?? 0,
  })
  const shown = useShownRows(rows.length, active, question)
  const places = useMemo(() => positionsOf(rows), [rows])
  const follow = useScrollTo(list, active, question, byPointer)
  useActiveDescendant(count > 0 ? getListboxItemId(active) : undefined)

  if (rows.length === 0) return null
  const onPointerMove = (event: PointerEvent) => {
    // Ignore events caused by scrolling under a stationary pointer.
    if (event.movementX === 0 && event.movementY === 0) return
    const index = rowAt(event)
    if (index !== undefined && index !== active && typeof rows[index] === 'object') point(index)
  }
  const onClick = (event: MouseEvent) => {
    const row = rows[rowAt(event) ?? -1]
    if (typeof row === 'object') choose(row)
  }
  const onScroll = (event: UIEvent) => {
    follow(event)
    shown.onScroll(event)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the focused field handles key presses
    // biome-ignore lint/a11y/noStaticElementInteractions: it is a listbox if it has options
    <div
      ref={list}
      // Scrollable elements are focusable, but focus must stay in the field.
      tabIndex={-1}
      onMouseDown={event => event.preventDefault()}
      {...(count > 0 && { role: 'listbox', 'aria-label': label })}
      id={KBAR_LISTBOX}
      className={classes.list}
      onPointerMove={onPointerMove}
      onClick={onClick}
      onScroll={onScroll}
    >
      {rows.slice(0, shown.count).map((row, index) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: updating a row is cheaper than moving it
          key={index}
          row={row}
          index={index}
          place={places[index] ?? 0}
          count={count}
          active={index === active}
          isTouch={isTouch}
        />
      ))}
      {shown.rest > 0 && <div style={{ height: shown.rest }} />}
    </div>
  )
}

function useChoose(goTo: (step: string) => void): (item: PaletteItem) => void {
  const { query } = useKBar()
  return useCallback(
    ({ id, command, stays }) => {
      if (command) {
        command.perform()
        if (!stays) query.toggle()
      } else goTo(id)
    },
    [query, goTo],
  )
}

/** @param active ID of the active row */
function useActiveDescendant(active: string | undefined): void {
  const { query } = useKBar()

  // Runs on each render: each step has its own field.
  useLayoutEffect(() => {
    const field = query.getInput()
    // Each write triggers mutation observers.
    if ((field.getAttribute('aria-activedescendant') ?? undefined) === active) return
    if (active === undefined) field.removeAttribute('aria-activedescendant')
    else field.setAttribute('aria-activedescendant', active)
  })
}

function positionsOf(rows: readonly PaletteRow[]): readonly number[] {
  let place = 0
  return rows.map(row => (typeof row === 'object' ? ++place : place))
}

function rowAt({ target }: { target: EventTarget }): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
  return row ? Number(row.dataset.index) : undefined
}

interface RowProps {
  readonly row: PaletteRow
  /** Index among all rows; `place` is the 1-based position among the selectable rows. */
  readonly index: number
  readonly place: number
  readonly count: number
  readonly active: boolean
  readonly isTouch: boolean
}

/** Memoized: many rows stay the same from one keystroke to the next. */
const Row = memo(function Row({ row, index, place, count, active, isTouch }: RowProps) {
  if (typeof row === 'string') {
    return (
      <div role="presentation" data-index={index} className={classes.heading}>
        {row}
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps focus and refers to the active row
    <div
      role="option"
      id={getListboxItemId(index)}
      data-index={index}
      aria-selected={active}
      aria-posinset={place}
      aria-setsize={count}
      data-grouped={place <= index || undefined}
      data-active={active || undefined}
      className={classes.row}
    >
      {row.running ? (
        <Running run={row.running} item={row} isTouch={isTouch} />
      ) : (
        <Item item={row} isTouch={isTouch} />
      )}
    </div>
  )
})

interface ItemProps {
  readonly item: PaletteItem
  readonly isTouch: boolean
}

const Item = memo(function Item({ item, isTouch }: ItemProps) {
  return (
    <>
      <span className={classes.section}>{item.section}</span>
      <span className={classes.title}>
        {item.name}
        {item.subtitle && <small>{item.subtitle}</small>}
      </span>
      {item.plan && (
        <Badge variant="outline" flex="none" tt="none" fw={400}>
          {item.plan}
        </Badge>
      )}
      {!isTouch && item.keys?.slice(0, 1).map(binding => <KeyCaps key={binding} binding={binding} />)}
    </>
  )
})

function Running({ run, item, isTouch }: ItemProps & { run: CommandRunState }) {
  const { commands } = useKernel()
  const { t, tm } = useText()
  const now = useStore(commands.running, runs => runs.find(({ key }) => key === run.key))
  const percent = now?.fraction === undefined ? undefined : Math.round(now.fraction * 100)
  return (
    <>
      <span className={classes.section}>{item.section}</span>
      <span className={classes.title}>
        {item.name}
        <small>{now ? now.text && tm(run.source, now.text) : t('Finished')}</small>
      </span>
      {now && (
        <>
          <Progress value={percent ?? 30} w={96} size={6} flex="none" aria-hidden />
          {percent !== undefined && (
            <Text span fz={13} miw={44} ta="right">
              {percent} %
            </Text>
          )}
          <span className="fw-key">{isTouch ? t('Tap to cancel') : t('Press Enter to cancel')}</span>
        </>
      )}
    </>
  )
}
