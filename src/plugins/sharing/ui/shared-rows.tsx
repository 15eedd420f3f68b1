import { Badge, Skeleton } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { Shared } from '../../../core/api/sharing.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../core/react/kernel-context.js'
import page from '../../../core/react/list-page.module.css'
import { SHARED_THINGS } from '../internal-tokens.js'
import { KINDS } from '../sentences.js'
import { copiesSettings } from '../settings.js'
import classes from './sharing.module.css'

interface SharedRowsProps {
  readonly label: string
  readonly items: readonly Shared[]
  readonly named: boolean
}

export function SharedRows({ label, items, named }: SharedRowsProps) {
  return (
    <ul className={`fw-card ${page.list}`} aria-label={label}>
      {items.map(item => (
        <Row key={item.id} item={item} named={named} />
      ))}
    </ul>
  )
}

function Row({ item, named }: { readonly item: Shared; readonly named: boolean }) {
  const { t, tm, locale } = useText()
  const things = useService(SHARED_THINGS)
  const copies = useStore(useKernel().settings.store(copiesSettings), ({ copies: all }) => all)
  const copy = things.copyOf(copies, item.id)
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(item.sharedAt))
  const facts = [tm('sharing', KINDS[item.kind] ?? ''), ...(named ? [item.by.name] : []), day]
  return (
    <li className={classes.row} data-row>
      <div className={classes.what}>
        <Link className={page.name} to={`/shared/${item.id}`}>
          {item.title}
        </Link>
        <span className={classes.facts}>{facts.join(' · ')}</span>
      </div>
      {copy && (
        <Badge variant="default">
          {copy.version < item.version ? t('Changed since you copied it') : t('Copied')}
        </Badge>
      )}
    </li>
  )
}

export function AwaitedShares() {
  return <Skeleton className="fw-card" height={132} aria-hidden />
}
