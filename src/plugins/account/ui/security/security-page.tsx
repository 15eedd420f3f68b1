import { Button, Group } from '@mantine/core'
import { useEffect } from 'react'
import { exportAccount } from '../../../../core/api/account.js'
import { ownSessions } from '../../../../core/api/sessions.js'
import { phrases } from '../../../../core/platform/phrases.js'
import { useCall } from '../../../../core/react/hooks/use-answer.js'
import { useAttempt } from '../../../../core/react/hooks/use-attempt.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import { refusalText } from '../../refusals.js'
import { SESSIONS_CHANGED } from '../../sessions.js'
import { AccountCard, AccountFrame, perUser, useFragmentFocus } from '../account-frame.js'
import { AddressCard, PasswordCard } from './credential-cards.js'
import { DeletionCard } from './deletion-card.js'
import { SessionsCard } from './sessions-card.js'
import { TwoStepCard } from './two-step/two-step-card.js'

export default perUser(SecurityPage)

function SecurityPage() {
  const { events } = useKernel()
  const { t } = useText()
  const sessions = useCall(ownSessions)
  const { reload } = sessions
  useEffect(() => {
    const listening = events.on(SESSIONS_CHANGED, reload)
    return () => listening.dispose()
  }, [events, reload])
  useFragmentFocus(sessions.value !== undefined || sessions.error !== undefined)
  return (
    <AccountFrame title={t('Security')} note={t('Login, password and your data.')}>
      <SessionsCard answer={sessions} />
      <TwoStepCard onFirst={sessions.reload} />
      <PasswordCard onChanged={sessions.reload} />
      <AddressCard />
      <ExportCard />
      <DeletionCard />
    </AccountFrame>
  )
}

const { DONE } = phrases({ DONE: 'Your data was saved to {{file}}.' })

function ExportCard() {
  const { api, notices, platform } = useKernel()
  const { t } = useText()
  const { busy, attempt } = useAttempt(refusalText)
  const run = async () => {
    const kept = await api.call(exportAccount)
    const file = `${kept.tenant}-account-${kept.exportedAt.slice(0, 10)}.json`
    platform.page?.saveFile(file, JSON.stringify(kept, undefined, 2))
    notices.post({ kind: 'success', source: 'account', message: DONE, values: { file } })
  }
  return (
    <AccountCard
      id="export"
      title={t('Your data')}
      note={t(
        'Everything the server stores about you, as a JSON file. Settings stored in this browser aren’t included.',
      )}
    >
      <Group>
        <Button variant="default" loading={busy} onClick={() => void attempt(run)}>
          {t('Export my data')}
        </Button>
      </Group>
    </AccountCard>
  )
}
