/** The public profile of a person: who they are, following and blocking them; one's own leads to where it is edited. */
import { Anchor, Button, Skeleton } from '@mantine/core'
import { useCallback, useEffect } from 'react'
import { Link, useParams } from 'react-router-dom'
import { handle, publicUser, userByHandle } from '../../../core/api/users.js'
import { ApiError } from '../../../core/http/api-error.js'
import { useAnswer } from '../../../core/react/hooks/use-answer.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../core/react/kernel-context.js'
import { Refused } from '../../../core/react/refused.js'
import { reasonOf } from '../link-news.js'
import { PEOPLE } from '../people-path.js'
import { LINKS, PROFILE_PAGE } from '../tokens.js'
import classes from './people.module.css'
import { ProfileCard } from './profile-card.js'
import { useOwnId } from './use-tie.js'

export default function PersonPage() {
  const { t } = useText()
  const { id = '' } = useParams()
  const own = useOwnId()
  return (
    <div className={classes.page}>
      <Anchor component={Link} to={PEOPLE} size="sm" className={classes.back}>
        {t('People')}
      </Anchor>
      {/* Another person, and another reader, begin anew. */}
      <Profile key={`${id} ${own}`} id={id} reader={own} />
    </div>
  )
}

/** @param id of the person, or their handle */
function Profile({ id, reader }: { readonly id: string; readonly reader: string }) {
  const { api, tenant } = useKernel()
  const { t } = useText()
  const links = useService(LINKS)
  const page = useService(PROFILE_PAGE)
  const ask = useCallback(
    async (signal: AbortSignal) => {
      const asked = links.view.getState().settled
      const named = handleIn(id)
      const person =
        named === undefined
          ? await api.call(publicUser, { params: { id } }, { signal })
          : await api.call(userByHandle, { params: { handle: named } }, { signal })
      links.learn([person], asked)
      return person
    },
    [api, links, id],
  )
  const { value, error, busy, reload } = useAnswer(ask)
  const own = (value?.id ?? id.toLowerCase()) === reader

  useEffect(() => {
    document.title = `${value?.name ?? t('Public profile')} · ${tenant.current.name}`
    page.open(own ? undefined : value)
    return () => page.open(undefined)
  }, [value, own, page, tenant, t])

  if (value) return <ProfileCard person={value} own={own} />
  if (busy) return <Awaited />
  return isNobody(error) ? <Nobody own={own} /> : <Failed error={error} onRetry={reload} />
}

/** An id has dashes, which no handle has. Written as people write it, `@Anna` is `anna`. */
function handleIn(address: string): string | undefined {
  const written = address.replace(/^@/, '').toLowerCase()
  return handle.safeParse(written).success ? written : undefined
}

/** An address that is no id of anybody's is refused as such. */
function isNobody(error: unknown): boolean {
  return error instanceof ApiError && ['not_found', 'invalid_input'].includes(error.code)
}

function Awaited() {
  const { t } = useText()
  return (
    <>
      <h1 className={classes.unseen}>{t('Public profile')}</h1>
      <div className={`fw-card ${classes.card}`} role="status" aria-label={t('Loading')}>
        <div className={classes.head}>
          <Skeleton circle height={96} />
          <div className={classes.who}>
            <Skeleton height={24} width="min(220px, 100%)" />
            <Skeleton height={14} width={100} mt={10} />
          </div>
        </div>
        <Skeleton height={14} />
        <Skeleton height={14} width="60%" />
      </div>
    </>
  )
}

function Failed({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { t } = useText()
  return (
    <>
      <h1 className={classes.title}>{t('Public profile')}</h1>
      <Refused error={error} words={reasonOf} onRetry={onRetry} />
    </>
  )
}

function Nobody({ own }: { readonly own: boolean }) {
  const { t } = useText()
  return (
    <div className={`fw-card ${classes.card}`}>
      <h1 className={classes.title}>
        {own ? t('Your profile is not public') : t('Not found, or not public')}
      </h1>
      <p className={classes.note}>
        {own
          ? t('Others find and see you once you make it public.')
          : t(
              'Nobody whom you could see is at this address: there is no such account, or its profile is not public.',
            )}
      </p>
      <Button component={Link} to={own ? '/account/profile' : PEOPLE} className={classes.way}>
        {own ? t('Edit profile') : t('Find people')}
      </Button>
    </div>
  )
}
