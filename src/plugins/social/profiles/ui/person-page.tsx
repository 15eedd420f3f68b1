import { Alert, Badge, Button, Group, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useCallback, useEffect } from 'react'
import { Link, useParams } from 'react-router-dom'
import { handle, type PublicProfile, publicUser, userByHandle } from '../../../../core/contract/users.js'
import { ApiError } from '../../../../core/http/api-error.js'
import { useAnswer } from '../../../../core/react/hooks/use-answer.js'
import { useKernel, useService, useStore, useText } from '../../../../core/react/kernel-context.js'
import { BackLink } from '../../../../core/react/list-page.js'
import layout from '../../../../core/react/list-page.module.css'
import { UserText } from '../../../../core/react/looks.js'
import { Question } from '../../../../core/react/question.js'
import { Refused } from '../../../../core/react/refused.js'
import { UserAvatar } from '../../../../core/react/user-avatar.js'
import { ONCE } from '../../once.js'
import { PersonShares } from '../../sharing/ui/person-shares.js'
import { refusalText } from '../link-notices.js'
import { linksOf } from '../links.js'
import { PEOPLE, profilePageOf } from '../profile-page.js'
import classes from './people.module.css'
import { blockQuestion, useOwnId, useRelationship } from './people-parts.js'

export default function PersonPage() {
  const { t } = useText()
  const { id = '' } = useParams()
  const own = useOwnId()
  return (
    <div className={layout.page}>
      <BackLink to={PEOPLE}>{t('People')}</BackLink>
      <Profile key={`${id} ${own}`} id={id} userId={own} />
    </div>
  )
}

function Profile({ id, userId }: { readonly id: string; readonly userId: string }) {
  const { api, tenant } = useKernel()
  const { t } = useText()
  const links = useService(ONCE)(linksOf)
  const page = useService(ONCE)(profilePageOf)
  const ask = useCallback(
    async (signal: AbortSignal) => {
      const revision = links.view.getState().revision
      const named = handleIn(id)
      const person =
        named === undefined
          ? await api.call(publicUser, { params: { id } }, { signal })
          : await api.call(userByHandle, { params: { handle: named } }, { signal })
      links.merge([person], revision)
      return person
    },
    [api, links, id],
  )
  const { value, error, busy, reload } = useAnswer(ask)
  const own = (value?.id ?? id.toLowerCase()) === userId

  useEffect(() => {
    document.title = `${value?.name ?? t('Public profile')} · ${tenant.current.name}`
    page.open(own ? undefined : value)
    return () => page.open(undefined)
  }, [value, own, page, tenant, t])

  if (value)
    return (
      <>
        <ProfileCard person={value} own={own} />
        <PersonShares id={value.id} />
      </>
    )
  if (busy) return <ProfileSkeleton />
  if (isNotFound(error)) return <NotFound own={own} />
  return (
    <>
      <h1 className={layout.title}>{t('Public profile')}</h1>
      <Refused error={error} words={refusalText} onRetry={reload} />
    </>
  )
}

/** Returns the handle in a URL. IDs contain dashes and handles don't. Normalizes `@Anna` to `anna`. */
function handleIn(address: string): string | undefined {
  const name = address.replace(/^@/, '').toLowerCase()
  return handle.safeParse(name).success ? name : undefined
}

/** The server rejects malformed IDs as invalid input. */
function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && ['not_found', 'invalid_input'].includes(error.code)
}

function ProfileSkeleton() {
  const { t } = useText()
  return (
    <>
      <VisuallyHidden component="h1">{t('Public profile')}</VisuallyHidden>
      <Skeleton className="fw-card" maw={720} height={200} role="status" aria-label={t('Loading')} />
    </>
  )
}

function NotFound({ own }: { readonly own: boolean }) {
  const { t } = useText()
  return (
    <Stack className="fw-card" align="flex-start" maw={720} p={20}>
      <h1 className={layout.title}>{own ? t('Your profile isn’t public') : t('Not found or not public')}</h1>
      <p className={layout.note}>
        {own
          ? t('Others can find and see you once you make it public.')
          : t('There’s no account at this address, or its profile isn’t public.')}
      </p>
      <Button component={Link} to={own ? '/account/profile' : PEOPLE}>
        {own ? t('Edit profile') : t('Find people')}
      </Button>
    </Stack>
  )
}

interface ProfileCardProps {
  readonly person: PublicProfile
  readonly own: boolean
}

function ProfileCard({ person, own }: ProfileCardProps) {
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
  const links = useService(ONCE)(linksOf)
  const page = useService(ONCE)(profilePageOf)
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
      {/* One button for both actions, so that the dialog can return focus to it. */}
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
