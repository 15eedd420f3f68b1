/** A row of the palette: a heading, a command with its keys, or one that runs with how far it is. */
import { getListboxItemId } from 'kbar'
import { memo } from 'react'
import type { CommandRunState } from '../../../core/commands/command-runs.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../core/react/kernel-context.js'
import { KeyCaps } from '../../../core/react/key-caps.js'
import classes from '../palette.module.css'
import type { PaletteItem, PaletteRow } from './palette-item.js'

interface RowProps {
  readonly row: PaletteRow
  /** Its index in the list, and its number among the rows that can be chosen, from 1. */
  readonly index: number
  readonly place: number
  /** How many rows can be chosen. */
  readonly count: number
  readonly active: boolean
}

/** Kept as it is where another letter leaves the same row in the same place. */
export const Row = memo(function Row({ row, index, place, count, active }: RowProps) {
  if (typeof row === 'string') {
    return (
      <div role="presentation" data-index={index} className={classes.heading}>
        {row}
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus, and names the active row
    <div
      role="option"
      id={getListboxItemId(index)}
      data-index={index}
      aria-selected={active}
      aria-posinset={place}
      aria-setsize={count}
      // With no heading above it, every row before it can be chosen.
      data-grouped={place <= index || undefined}
      data-active={active || undefined}
      className={classes.row}
    >
      {row.running ? <Running run={row.running} item={row} /> : <Item item={row} />}
    </div>
  )
})

const Item = memo(function Item({ item }: { item: PaletteItem }) {
  return (
    <>
      <span className={classes.section}>{item.section}</span>
      <span className={classes.title}>
        {item.name}
        {item.subtitle && <small>{item.subtitle}</small>}
      </span>
      {item.plan && <span className={classes.plan}>{item.plan}</span>}
      {item.keys?.slice(0, 1).map(binding => (
        <KeyCaps key={binding} binding={binding} />
      ))}
    </>
  )
})

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
