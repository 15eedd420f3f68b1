/** The log, newest first. Rows are made once per event and never again. */
import { memo, useState } from 'react'
import { controllerName } from '../../../core/music/controllers.js'
import type { MidiEvent } from '../../../core/music/midi-event.js'
import { useText } from '../../../core/react/use-text.js'
import { shownName, shownValue } from '../log-filter.js'
import classes from './device-status.module.css'

export interface LogTableProps {
  /** Oldest first. */
  readonly events: readonly MidiEvent[]
  readonly portName: (portId: string) => string
}

/**
 * Rows while the list rests at its top: more than its box ever shows. A table lays all its rows out again for
 * each new one, and those out of sight would hold up the neck; they are there as soon as somebody scrolls.
 */
const ROWS_AT_REST = 24
/** As in the style of the table. */
const ROW_PX = 20

/** A replayed log brings its own keys, so that a key can stand in the log twice; the event itself cannot. */
const rowKeys = new WeakMap<MidiEvent, number>()
let nextRowKey = 0

function rowKey(event: MidiEvent): number {
  const known = rowKeys.get(event)
  if (known !== undefined) return known
  nextRowKey += 1
  rowKeys.set(event, nextRowKey)
  return nextRowKey
}

export function LogTable({ events, portName }: LogTableProps) {
  const { t } = useText()
  const [scrolled, setScrolled] = useState(false)
  const newestFirst = events.toReversed()
  const rows = scrolled ? newestFirst : newestFirst.slice(0, ROWS_AT_REST)
  return (
    <section
      className={classes.logBox}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={t('The 100 newest events')}
      onScroll={event => setScrolled(event.currentTarget.scrollTop > 0)}
    >
      <table className={classes.log} aria-rowcount={events.length + 1}>
        <colgroup>
          <col className={classes.timeColumn} />
          <col />
          <col className={classes.channelColumn} />
          <col className={classes.nameColumn} />
          <col className={classes.valueColumn} />
        </colgroup>
        <thead className={classes.unseen}>
          <tr>
            <th>{t('Time')}</th>
            <th>{t('Port')}</th>
            <th>{t('Channel')}</th>
            <th>{t('Name')}</th>
            <th>{t('Value')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(event => (
            <LogRow key={rowKey(event)} event={event} port={portName(event.portId)} />
          ))}
        </tbody>
      </table>
      <div style={{ height: (newestFirst.length - rows.length) * ROW_PX }} />
    </section>
  )
}

const LogRow = memo(function LogRow({ event, port }: { event: MidiEvent; port: string }) {
  const off = event.kind === 'note' && !event.on
  const title = event.kind === 'controller' ? controllerName(event.controller) : undefined
  return (
    <tr data-off={off || undefined}>
      <td>{event.time}</td>
      <td title={port}>{port}</td>
      <td>{event.channel === 0 ? '' : event.channel}</td>
      <td title={title}>{shownName(event)}</td>
      <td>{shownValue(event)}</td>
    </tr>
  )
})
