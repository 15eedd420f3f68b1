/** People, one per row: who they are, and how one stands to them. */
import { Skeleton } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { PublicProfile } from '../../../core/api/users.js'
import { UserAvatar } from '../../../core/react/avatar/user-avatar.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { personPath } from '../people-path.js'
import classes from './people.module.css'
import { TieButton } from './tie-button.js'

interface PeopleListProps {
  readonly label: string
  /** Left out while they are awaited. */
  readonly people: readonly PublicProfile[] | undefined
  /** Others are on their way. */
  readonly old?: boolean
}

const AWAITED = ['first', 'second', 'third', 'fourth']

export function PeopleList({ label, people, old = false }: PeopleListProps) {
  if (!people) return <Awaited />
  return (
    <ul className={`fw-card ${classes.list}`} aria-label={label} data-old={old || undefined}>
      {people.map(person => (
        <li key={person.id} className={classes.row} data-row>
          <UserAvatar user={person} size={44} />
          <Who person={person} />
          <p className={classes.about}>
            {[person.instruments.join(', '), person.bio].filter(Boolean).join(' · ')}
          </p>
          <TieButton person={person} />
        </li>
      ))}
    </ul>
  )
}

function Who({ person: { id, name, handle } }: { readonly person: PublicProfile }) {
  const { t } = useText()
  // Whom one blocks may have gone private since.
  if (name === '')
    return (
      <div className={classes.who}>
        <span className={classes.hidden}>{t('Somebody who is not public')}</span>
      </div>
    )
  return (
    <div className={classes.who}>
      <Link className={classes.name} to={personPath(id)}>
        {name}
      </Link>
      <span className={classes.handle}>@{handle}</span>
    </div>
  )
}

function Awaited() {
  return (
    <div className={`fw-card ${classes.list}`} aria-hidden>
      {AWAITED.map(row => (
        <div key={row} className={classes.row}>
          <Skeleton circle height={44} />
          <div className={classes.who}>
            <Skeleton height={14} width={130} />
            <Skeleton height={12} width={80} mt={8} />
          </div>
          <span className={classes.about} />
          <Skeleton height={36} width={96} />
        </div>
      ))}
    </div>
  )
}
