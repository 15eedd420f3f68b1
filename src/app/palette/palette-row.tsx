/** A row of the palette: a heading, a command with its keys, or one that runs with how far it is. */
import { useLayoutEffect, useRef } from 'react'
import type { CommandRunState } from '../../core/commands/command-runs.js'
import { useKernel } from '../../core/react/kernel-context.js'
import { KeyCaps } from '../../core/react/key-caps.js'
import { useStore } from '../../core/react/use-store.js'
import { useText } from '../../core/react/use-text.js'
import classes from './palette.module.css'
import type { PaletteItem, PaletteRow } from './palette-item.js'
import { setAttributes } from './set-attributes.js'

interface RowProps {
  readonly row: PaletteRow
  readonly active: boolean
  /** Where in the list headings stand. */
  readonly headings: readonly number[]
  /** How many rows can be chosen. */
  readonly count: number
}

export function Row({ row, active, headings, count }: RowProps) {
  const content = useRef<HTMLDivElement>(null)
  const isHeading = typeof row === 'string'

  // kbar wraps headings as options too, and does not say how long its list is, of which few rows are there.
  useLayoutEffect(() => {
    const wrapper = content.current?.parentElement
    if (!wrapper) return
    const index = Number(wrapper.dataset.index)
    const above = headings.filter(heading => heading < index).length
    setAttributes(wrapper, {
      role: isHeading ? 'presentation' : 'option',
      'aria-selected': isHeading ? undefined : String(active),
      'aria-posinset': isHeading ? undefined : String(index - above + 1),
      'aria-setsize': isHeading ? undefined : String(count),
      'data-grouped': above > 0 ? '' : undefined,
    })
  })

  if (isHeading) {
    return (
      <div ref={content} className={classes.heading}>
        {row}
      </div>
    )
  }
  return (
    <div ref={content} className={classes.row} data-active={active || undefined}>
      {row.running ? <Running run={row.running} item={row} /> : <Item item={row} />}
    </div>
  )
}

function Item({ item }: { item: PaletteItem }) {
  return (
    <>
      <span className={classes.section}>{item.section}</span>
      <span className={classes.title}>
        {item.name}
        {item.subtitle && <small>{item.subtitle}</small>}
      </span>
      {item.keys?.slice(0, 1).map(binding => (
        <KeyCaps key={binding} binding={binding} />
      ))}
    </>
  )
}

function Running({ run, item }: { run: CommandRunState; item: PaletteItem }) {
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
          <span className={classes.progress} aria-hidden data-unknown={percent === undefined || undefined}>
            <i style={{ width: `${percent ?? 30}%` }} />
          </span>
          {percent !== undefined && <span className={classes.percent}>{percent} %</span>}
          <span className="fw-key">{t('Enter cancels')}</span>
        </>
      )}
    </>
  )
}
