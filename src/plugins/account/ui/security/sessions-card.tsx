import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { useState } from 'react'
import { endOtherSessions, endOwnSession, type OwnSession } from '../../../../core/api/sessions.js'
import { phrases } from '../../../../core/platform/phrases.js'
import type { Answer } from '../../../../core/react/hooks/use-answer.js'
import { useAttempt } from '../../../../core/react/hooks/use-attempt.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import { type Asked, Question } from '../../../../core/react/question.js'
import { Refused } from '../../../../core/react/refused.js'
import { refusalText } from '../../refusals.js'
import { deviceText, sessionTime } from '../../sessions.js'
import { AccountCard, CardLine } from '../account-frame.js'

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
  const valuesOf = useSessionValues()
  const confirmOne = (session: OwnSession) => ({
    title: t('End this session?'),
    text: t('{{device}}, started {{begun}}, will have to log in again.', valuesOf(session)),
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
        <>
          <Stack component="ul" gap={0} m={0} p={0}>
            {value.items.map(session => (
              <SessionLine
                key={session.id}
                session={session}
                busy={busy}
                onEnd={() => setAsked(confirmOne(session))}
              />
            ))}
          </Stack>
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
        </>
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
  const values = useSessionValues()(session)
  const { current, network } = session
  const times = t('Started {{begun}}, last used {{seen}}', values)
  return (
    <CardLine
      name={values.device}
      badge={current ? t('This session') : undefined}
      note={network === undefined ? times : `${times} · ${t('Network {{network}}', { network })}`}
    >
      {!current && (
        <Button
          size="xs"
          variant="default"
          disabled={busy}
          aria-label={t('End session: {{device}}, started {{begun}}', values)}
          onClick={onEnd}
        >
          {t('End')}
        </Button>
      )}
    </CardLine>
  )
}

function useSessionValues() {
  const { tm, locale } = useText()
  return (session: OwnSession) => ({
    device: deviceText(session, (english, values) => tm('account', english, values)),
    begun: sessionTime(session.begunAt, locale),
    seen: sessionTime(session.seenAt, locale),
  })
}

function useEndSessions(reload: () => void) {
  const { api, notices } = useKernel()
  const { busy, attempt } = useAttempt(refusalText)
  const run = (call: () => Promise<unknown>, message: string) =>
    attempt(async () => {
      // Also after an error: the list may be outdated.
      await call().finally(reload)
      notices.post({ kind: 'success', source: 'account', message })
    })
  return {
    busy,
    endOne: (id: string) => run(() => api.call(endOwnSession, { params: { id } }), SAID.one),
    endOthers: () => run(() => api.call(endOtherSessions), SAID.others),
  }
}
