/** The user’s sessions, and ending them. */

import { Badge, Button, Group, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { endOtherSessions, endOwnSession, type OwnSession } from '../../../../core/api/sessions.js'
import { codeOf } from '../../../../core/platform/fretwork-error.js'
import { phrases } from '../../../../core/platform/phrases.js'
import type { Answer } from '../../../../core/react/hooks/use-answer.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import layout from '../../../../core/react/list-page.module.css'
import { type Asked, Question } from '../../../../core/react/question.js'
import { Refused } from '../../../../core/react/refused.js'
import { refusalText } from '../../refusals.js'
import { deviceText, sessionTime } from '../../sessions.js'
import classes from '../account.module.css'
import { AccountCard } from '../account-frame.js'

const SAID = phrases({ one: 'Session ended.', others: 'Other sessions ended.' })

export function SessionsCard({ answer }: { readonly answer: Answer<{ items: OwnSession[] }> }) {
  const { t } = useText()
  const { value, error, reload } = answer
  const { busy, endOne, endOthers } = useEndSessions(reload)
  const [asked, setAsked] = useState<Asked>()
  const others = value?.items.filter(({ current }) => !current) ?? []
  const confirmOthers = {
    title: t('End all other sessions?'),
    text: t('All other browsers and apps will have to log in again. This one stays logged in.'),
    yes: t('End sessions'),
    run: endOthers,
  }
  const deviceOf = useDevice()
  const time = useTime()
  const confirmOne = (session: OwnSession) => ({
    title: t('End this session?'),
    text: t('{{device}}, started {{begun}}, will have to log in again.', {
      device: deviceOf(session),
      begun: time(session.begunAt),
    }),
    yes: t('End session'),
    run: () => endOne(session.id),
  })
  return (
    <AccountCard
      id="sessions"
      title={t('Sessions')}
      note={t('Where you’re logged in. End any session you don’t recognize and change your password.')}
    >
      {error !== undefined && <Refused error={error} words={refusalText} onRetry={reload} />}
      {!value && error === undefined && <Skeleton height={120} />}
      {value && (
        <ul className={classes.sessions}>
          {value.items.map(session => (
            <SessionLine
              key={session.id}
              session={session}
              busy={busy}
              onEnd={() => setAsked(confirmOne(session))}
            />
          ))}
        </ul>
      )}
      {value && (
        <Group>
          {/* Not `disabled`, which would lose the focus. */}
          <Button
            id="end-sessions"
            variant="default"
            loading={busy}
            data-disabled={others.length === 0 || undefined}
            aria-disabled={others.length === 0}
            onClick={() => others.length > 0 && setAsked(confirmOthers)}
          >
            {others.length === 0 ? t('No other sessions') : t('End all other sessions')}
          </Button>
        </Group>
      )}
      <Question asked={asked} onClose={() => setAsked(undefined)} />
    </AccountCard>
  )
}

interface LineProps {
  readonly session: OwnSession
  readonly busy: boolean
  readonly onEnd: () => void
}

function SessionLine({ session, busy, onEnd }: LineProps) {
  const { t } = useText()
  const time = useTime()
  const device = useDevice()(session)
  return (
    <li className={classes.session}>
      <div>
        <Group gap="xs">
          <strong>{device}</strong>
          {session.current && (
            <Badge tt="none" variant="light">
              {t('This session')}
            </Badge>
          )}
        </Group>
        <p className={layout.note}>
          {t('Started {{begun}}, last used {{seen}}', {
            begun: time(session.begunAt),
            seen: time(session.seenAt),
          })}
          {session.network !== undefined && ` · ${t('Network {{network}}', { network: session.network })}`}
        </p>
      </div>
      {!session.current && (
        <Button
          size="xs"
          variant="default"
          disabled={busy}
          aria-label={t('End session: {{device}}, started {{begun}}', {
            device,
            begun: time(session.begunAt),
          })}
          onClick={onEnd}
        >
          {t('End')}
        </Button>
      )}
    </li>
  )
}

function useTime(): (iso: string) => string {
  const { locale } = useText()
  return iso => sessionTime(iso, locale)
}

function useDevice(): (session: OwnSession) => string {
  const { tm } = useText()
  return session => deviceText(session, (english, values) => tm('account', english, values))
}

function useEndSessions(reload: () => void) {
  const { api, notices } = useKernel()
  const [busy, setBusy] = useState(false)
  const run = async (call: () => Promise<unknown>, message: string) => {
    setBusy(true)
    try {
      await call()
      notices.post({ kind: 'success', source: 'account', message })
    } catch (error) {
      notices.post({ kind: 'error', code: codeOf(error), ...refusalText(error) })
    } finally {
      setBusy(false)
      // Also after an error: the list may be outdated.
      reload()
    }
  }
  return {
    busy,
    endOne: (id: string) => run(() => api.call(endOwnSession, { params: { id } }), SAID.one),
    endOthers: () => run(() => api.call(endOtherSessions), SAID.others),
  }
}
