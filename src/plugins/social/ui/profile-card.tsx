/** Somebody's profile, as the public sees it, and what can be done about them. */
import { Alert, Badge, Button, Group } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { PublicProfile } from '../../../core/api/users.js'
import { UserAvatar } from '../../../core/react/avatar/user-avatar.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { type Asked, Question } from '../../../core/react/question.js'
import { LINKS, PROFILE_PAGE } from '../tokens.js'
import classes from './people.module.css'
import { useTie } from './use-tie.js'

interface ProfileCardProps {
  readonly person: PublicProfile
  readonly own: boolean
}

export function ProfileCard({ person, own }: ProfileCardProps) {
  const { t } = useText()
  const { name, handle, bio, instruments } = person
  return (
    <article className={`fw-card ${classes.card}`}>
      <div className={classes.head}>
        <UserAvatar user={person} size={96} />
        <div className={classes.who}>
          <h1 className={classes.title}>{name}</h1>
          <p className={classes.note}>@{handle}</p>
        </div>
        <Group gap="xs" className={classes.deeds}>
          {own ? (
            <Button component={Link} to="/account/profile" variant="default">
              {t('Edit profile')}
            </Button>
          ) : (
            <Deeds person={person} />
          )}
        </Group>
      </div>
      {own && <p className={classes.note}>{t('This is you, as others see you.')}</p>}
      {!own && <Blocked person={person} />}
      {bio !== '' && <p className={classes.bio}>{bio}</p>}
      {instruments.length > 0 && (
        <ul className={classes.instruments} aria-label={t('Instruments')}>
          {instruments.map(instrument => (
            <li key={instrument}>
              <Badge variant="light" className={classes.sign}>
                {instrument}
              </Badge>
            </li>
          ))}
        </ul>
      )}
      {bio === '' && instruments.length === 0 && !own && (
        <p className={classes.note}>{t('{{name}} has written nothing yet.', { name })}</p>
      )}
    </article>
  )
}

type DeedsProps = Pick<ProfileCardProps, 'person'>

function Deeds({ person }: DeedsProps) {
  const { t } = useText()
  const links = useService(LINKS)
  const page = useService(PROFILE_PAGE)
  const asked = useStore(page.view, view => view.asksToBlock)
  const tie = useTie(person)
  const blocked = tie === 'blocked'
  const { name } = person
  const block: Asked = {
    title: t('Block {{name}}?', { name }),
    text: [
      t('{{name}} will not find you, see your profile or follow you any more, and you will not find them.', {
        name,
      }),
      t(
        'If you follow each other, that ends for both. They are not told, and you can lift the block at any time.',
      ),
    ],
    yes: t('Block'),
    severe: true,
    run: () => links.wish(person, 'blocked'),
  }
  return (
    <>
      {!blocked && (
        <Button
          className={classes.tie}
          variant={tie === 'following' ? 'default' : 'filled'}
          onClick={() => links.wish(person, tie === 'following' ? 'none' : 'following')}
        >
          {tie === 'following' ? t('Unfollow') : t('Follow')}
        </Button>
      )}
      {/* One button for both: it has the focus again when the question is closed. */}
      <Button
        className={classes.tie}
        variant="default"
        onClick={() => (blocked ? links.wish(person, 'none') : page.askToBlock(true))}
      >
        {blocked ? t('Unblock') : t('Block')}
      </Button>
      <Question asked={asked ? block : undefined} onClose={() => page.askToBlock(false)} />
    </>
  )
}

function Blocked({ person }: DeedsProps) {
  const { t } = useText()
  const tie = useTie(person)
  return (
    <div role="status" className={classes.standing}>
      {tie === 'blocked' && (
        <Alert color="gray" p="sm">
          {t('You block {{name}}: they do not find, see or follow you.', { name: person.name })}
        </Alert>
      )}
    </div>
  )
}
