import { Alert, Badge, Button, Group, Stack } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { PublicProfile } from '../../../core/api/users.js'
import { UserAvatar } from '../../../core/react/avatar/user-avatar.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import layout from '../../../core/react/list-page.module.css'
import { UserText } from '../../../core/react/looks.js'
import { Question } from '../../../core/react/question.js'
import { LINKS, PROFILE_PAGE } from '../internal-tokens.js'
import classes from './people.module.css'
import { blockQuestion, useRelationship } from './people-parts.js'

interface ProfileCardProps {
  readonly person: PublicProfile
  readonly own: boolean
}

export function ProfileCard({ person, own }: ProfileCardProps) {
  const { t } = useText()
  const { name, handle, bio, instruments } = person
  return (
    <Stack component="article" className="fw-card" maw={720} p={20}>
      <Group>
        <UserAvatar user={person} size={96} />
        <div className={classes.who}>
          <h1 className={layout.title}>{name}</h1>
          <p className={layout.note}>@{handle}</p>
        </div>
        <Group gap="xs" className={classes.actions}>
          {own ? (
            <Button component={Link} to="/account/profile" variant="default">
              {t('Edit profile')}
            </Button>
          ) : (
            <Actions person={person} />
          )}
        </Group>
      </Group>
      {own && <p className={layout.note}>{t('This is how others see you.')}</p>}
      {!own && <Blocked person={person} />}
      {bio !== '' && <UserText>{bio}</UserText>}
      {instruments.length > 0 && (
        <Group component="ul" gap={6} m={0} p={0} aria-label={t('Instruments')}>
          {instruments.map(instrument => (
            <Group component="li" key={instrument}>
              <Badge variant="light" tt="none" c="var(--fw-ink)">
                {instrument}
              </Badge>
            </Group>
          ))}
        </Group>
      )}
      {bio === '' && instruments.length === 0 && !own && (
        <p className={layout.note}>{t('{{name}} hasn’t added anything yet.', { name })}</p>
      )}
    </Stack>
  )
}

type ActionsProps = Pick<ProfileCardProps, 'person'>

function Actions({ person }: ActionsProps) {
  const { t } = useText()
  const links = useService(LINKS)
  const page = useService(PROFILE_PAGE)
  const confirmBlock = useStore(page.view, view => view.confirmBlock)
  const relationship = useRelationship(person)
  const blocked = relationship === 'blocked'
  const block = blockQuestion(t, person, () => links.set(person, 'blocked'))
  return (
    <>
      {!blocked && (
        <Button
          className={classes.button}
          variant={relationship === 'following' ? 'default' : 'filled'}
          onClick={() => links.set(person, relationship === 'following' ? 'none' : 'following')}
        >
          {relationship === 'following' ? t('Unfollow') : t('Follow')}
        </Button>
      )}
      {/* One button for both, so that the dialog can return the focus to it. */}
      <Button
        className={classes.button}
        variant="default"
        onClick={() => (blocked ? links.set(person, 'none') : page.setConfirmBlock(true))}
      >
        {blocked ? t('Unblock') : t('Block')}
      </Button>
      <Question asked={confirmBlock ? block : undefined} onClose={() => page.setConfirmBlock(false)} />
    </>
  )
}

function Blocked({ person }: ActionsProps) {
  const { t } = useText()
  const relationship = useRelationship(person)
  return (
    <div role="status" className={classes.status}>
      {relationship === 'blocked' && (
        <Alert color="gray" p="sm">
          {t('You’ve blocked {{name}}. They can’t find, see or follow you.', { name: person.name })}
        </Alert>
      )}
    </div>
  )
}
