import { Anchor, Badge, Button, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { LinkedProfile } from '../../../../core/contract/users.js'
import { useService, useText } from '../../../../core/react/kernel-context.js'
import layout from '../../../../core/react/list-page.module.css'
import { Hint, SecondaryButton } from '../../../../core/react/looks.js'
import { UserAvatar } from '../../../../core/react/user-avatar.js'
import { ONCE } from '../../once.js'
import { linksOf } from '../links.js'
import { personPath } from '../profile-page.js'
import type { Relationship } from '../relationships.js'
import classes from './people.module.css'
import { useOwnId, useRelationship } from './people-parts.js'

interface PeopleListProps {
  readonly label: string
  readonly people: readonly LinkedProfile[] | undefined
  readonly old?: boolean
  /** Blocks a person with a private profile, which has no page with a Block button. */
  readonly onBlock?: (person: LinkedProfile) => void
}

export function PeopleList({ label, people, old = false, onBlock }: PeopleListProps) {
  const { t } = useText()
  if (!people) return <Skeleton className="fw-card" height={270} aria-hidden />
  return (
    <ul className={`fw-card ${layout.list} ${classes.list}`} aria-label={label} data-old={old || undefined}>
      {people.map(person => (
        <li key={person.id} className={`${layout.row} ${classes.row}`} data-row>
          <UserAvatar user={person} size={44} />
          <Name person={person} />
          <p className={classes.about}>
            {person.isPrivate
              ? t('Private profile')
              : [person.instruments.join(', '), person.bio].filter(Boolean).join(' · ')}
          </p>
          <FollowButton person={person} onBlock={onBlock} />
        </li>
      ))}
    </ul>
  )
}

function Name({ person: { id, name, handle, isPrivate } }: { readonly person: LinkedProfile }) {
  const { t } = useText()
  // Blocked people may have made their profile private.
  if (name === '')
    return (
      <div className={classes.who}>
        <Hint span>{t('Private profile')}</Hint>
      </div>
    )
  return (
    <div className={classes.who}>
      {isPrivate ? (
        <span className={layout.name}>{name}</span>
      ) : (
        <Link className={layout.name} to={personPath(id)}>
          {name}
        </Link>
      )}
      <span className={layout.facts}>@{handle}</span>
    </div>
  )
}

function FollowButton({
  person,
  onBlock,
}: Pick<PeopleListProps, 'onBlock'> & { readonly person: LinkedProfile }) {
  const { t } = useText()
  const links = useService(ONCE)(linksOf)
  const relationship = useRelationship(person)
  const own = useOwnId() === person.id
  if (own)
    return (
      <Badge variant="outline" color="gray" tt="none" c="var(--fw-ink)">
        {t('You')}
      </Badge>
    )

  const name = person.name || t('this person')
  // Private profiles can't be followed back.
  if (person.isPrivate && relationship === 'none')
    return (
      <SecondaryButton
        className={classes.button}
        size="sm"
        aria-label={t('Block {{name}}', { name })}
        onClick={() => onBlock?.(person)}
      >
        {t('Block')}
      </SecondaryButton>
    )
  const actions: Readonly<
    Record<Relationship, readonly [label: string, ariaLabel: string, next: Relationship]>
  > = {
    none: [t('Follow'), t('Follow {{name}}', { name }), 'following'],
    following: [t('Unfollow'), t('Unfollow {{name}}', { name }), 'none'],
    blocked: [t('Unblock'), t('Unblock {{name}}', { name }), 'none'],
  }
  const [label, ariaLabel, next] = actions[relationship]
  return (
    <Button
      className={classes.button}
      size="sm"
      variant={relationship === 'none' ? 'filled' : 'default'}
      aria-label={ariaLabel}
      onClick={() => links.set(person, next)}
    >
      {label}
    </Button>
  )
}

export function PublishLink() {
  const { t } = useText()
  return (
    <Anchor component={Link} to="/account/profile" size="sm">
      {t('Make your profile public so others can find you')}
    </Anchor>
  )
}

interface EmptyProps {
  readonly title: string
  readonly children: ReactNode
  readonly actions?: ReactNode
}

export function Empty({ title, children, actions }: EmptyProps) {
  return (
    <Stack gap="xs" align="flex-start" maw={560} py="lg" role="status">
      <Text fw={600}>{title}</Text>
      <Hint>{children}</Hint>
      {actions}
    </Stack>
  )
}
