/** Newest first; a row is made once per event. */
import { ActionIcon } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { controllerName } from '../../../core/music/midi/controllers.js'
import type { MidiEvent } from '../../../core/music/midi/midi-event.js'
import { phrase } from '../../../core/platform/phrases.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { shownName, shownValue } from '../log/log-filter.js'
import classes from './log-table.module.css'

interface LogTableProps {
  readonly events: readonly MidiEvent[]
  readonly portName: (portId: string) => string
  readonly onCopy: (event: MidiEvent) => void
}

interface Column {
  readonly title: string
  readonly className: string | undefined
  readonly text: (event: MidiEvent, port: string) => string | number
  readonly tip?: (event: MidiEvent, port: string) => string | undefined
}

const COLUMNS: readonly Column[] = [
  { title: phrase('Time'), className: classes.time, text: ({ time }) => time },
  {
    title: phrase('Port'),
    className: classes.port,
    text: (_event, port) => port,
    tip: (_event, port) => port,
  },
  { title: phrase('Channel'), className: classes.channel, text: ({ channel }) => channel || '' },
  {
    title: phrase('Name'),
    className: classes.name,
    text: shownName,
    tip: event => (event.kind === 'controller' ? controllerName(event.controller) : undefined),
  },
  { title: phrase('Value'), className: classes.value, text: shownValue },
]

/** More rows than the box shows. Others are rendered on the first scroll, because laying them out holds up the neck. */
const ROWS_AT_REST = 24
const ROW_PX = 20

/** A replayed log brings its own keys, so a key may be in the log twice. */
const rowKeys = new WeakMap<MidiEvent, number>()
let nextRowKey = 0

function rowKey(event: MidiEvent): number {
  const known = rowKeys.get(event)
  if (known !== undefined) return known
  nextRowKey += 1
  rowKeys.set(event, nextRowKey)
  return nextRowKey
}

export function LogTable({ events, portName, onCopy }: LogTableProps) {
  const { t, tm } = useText()
  const box = useRef<HTMLElement>(null)
  const [scrolled, setScrolled] = useState(false)
  const newestFirst = events.toReversed()
  const { active, place, onKeyDown, point, left } = useActiveRow(newestFirst, box, onCopy)
  const atRest = active?.by === 'keys' ? Math.max(ROWS_AT_REST, place + 2) : ROWS_AT_REST
  const rows = scrolled ? newestFirst : newestFirst.slice(0, atRest)
  const pointed = ({ target }: MouseEvent) => {
    const row = target instanceof Element ? target.closest('tr') : null
    point(row ? rows[row.sectionRowIndex] : undefined)
  }
  return (
    <section
      ref={box}
      onKeyDown={onKeyDown}
      onMouseLeave={() => point(undefined)}
      onBlur={left}
      className={classes.box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={t('The 100 newest events')}
      onScroll={event => setScrolled(event.currentTarget.scrollTop > 0)}
    >
      <table className={classes.table} aria-rowcount={events.length + 1}>
        <colgroup>
          {COLUMNS.map(({ title, className }) => (
            <col key={title} className={className} />
          ))}
        </colgroup>
        <thead className={classes.unseen}>
          <tr>
            {COLUMNS.map(({ title }) => (
              <th key={title}>{tm('midi-io', title)}</th>
            ))}
          </tr>
        </thead>
        {/* biome-ignore lint/a11y/useKeyWithMouseEvents: the arrow keys of the box do the same */}
        <tbody onMouseOver={pointed}>
          {rows.map(event => (
            <LogRow
              key={rowKey(event)}
              event={event}
              port={portName(event.portId)}
              active={active?.event === event ? active.by : undefined}
              onCopy={onCopy}
            />
          ))}
        </tbody>
      </table>
      <div style={{ height: (newestFirst.length - rows.length) * ROW_PX }} />
    </section>
  )
}

interface LogRowProps extends Pick<LogTableProps, 'onCopy'> {
  readonly event: MidiEvent
  readonly port: string
  readonly active: ActiveRow['by'] | undefined
}

const LogRow = memo(function LogRow({ event, port, active, onCopy }: LogRowProps) {
  const off = event.kind === 'note' && !event.on
  return (
    <tr data-off={off || undefined} data-active={active}>
      {COLUMNS.map(({ title, className, text, tip }, index) => (
        <td key={title} className={className} title={tip?.(event, port)}>
          {text(event, port)}
          {active && index === COLUMNS.length - 1 && (
            <CopyButton event={event} focused={active === 'keys'} onCopy={onCopy} />
          )}
        </td>
      ))}
    </tr>
  )
})

/** In one row at a time: a hundred would be as many stops for the keyboard. */
function CopyButton({
  event,
  focused,
  onCopy,
}: Pick<LogRowProps, 'event' | 'onCopy'> & { readonly focused: boolean }) {
  const { t } = useText()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (focused) button.current?.focus()
  }, [focused])
  return (
    <ActionIcon
      ref={button}
      className={classes.copy}
      variant="default"
      size={18}
      aria-label={t('Copy the line {{line}}', { line: `${event.time} ${shownName(event)}` })}
      onClick={() => onCopy(event)}
    >
      <IconCopy size={12} aria-hidden />
    </ActionIcon>
  )
}

export interface ActiveRow {
  readonly event: MidiEvent
  readonly by: 'pointer' | 'keys'
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** @param box takes the focus when the focused row leaves the log */
export function useActiveRow(
  events: readonly MidiEvent[],
  box: RefObject<HTMLElement | null>,
  onCopy: (event: MidiEvent) => void,
) {
  const [active, setActive] = useState<ActiveRow>()
  const place = active ? events.indexOf(active.event) : -1
  const gone = active !== undefined && place < 0

  useEffect(() => {
    if (!gone) return
    if (active?.by === 'keys' && document.activeElement === document.body) box.current?.focus()
    setActive(undefined)
  }, [gone, active, box])

  return {
    active,
    place,
    point: (event: MidiEvent | undefined) => {
      // A resting pointer doesn't take the focus away from a row.
      if (active?.by === 'keys' && box.current?.contains(document.activeElement)) return
      if (active?.event !== event) setActive(event && { event, by: 'pointer' })
    },
    /** The row loses the focus when it leaves the box. */
    left: ({ relatedTarget, currentTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) setActive(undefined)
    },
    onKeyDown: (press: KeyboardEvent) => {
      const step = STEPS[press.key]
      if (step !== undefined && !press.ctrlKey && !press.metaKey && !press.altKey) {
        const event = events[Math.max(0, place + step)] ?? events.at(-1)
        if (!event) return
        press.preventDefault()
        setActive({ event, by: 'keys' })
      } else if (press.key === 'c' && (press.ctrlKey || press.metaKey) && active && nothingMarked()) {
        press.preventDefault()
        onCopy(active.event)
      }
    },
  }
}

function nothingMarked(): boolean {
  return getSelection()?.isCollapsed ?? true
}
