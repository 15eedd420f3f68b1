/** Sessions, password, email address, data export and account deletion. */
import { useCallback, useEffect } from 'react'
import { ownSessions } from '../../../../core/api/sessions.js'
import { useAnswer } from '../../../../core/react/hooks/use-answer.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import { SESSIONS_CHANGED } from '../../sessions.js'
import { AccountFrame, perUser, useFragmentFocus } from '../account-frame.js'
import { AddressCard, PasswordCard } from './credential-cards.js'
import { DeletionCard } from './deletion-card.js'
import { ExportCard } from './export-card.js'
import { SessionsCard } from './sessions-card.js'

export default perUser(SecurityPage)

function SecurityPage() {
  const { api, events } = useKernel()
  const { t } = useText()
  const ask = useCallback((signal: AbortSignal) => api.call(ownSessions, {}, { signal }), [api])
  const sessions = useAnswer(ask)
  const { reload } = sessions
  useEffect(() => {
    const listening = events.on(SESSIONS_CHANGED, reload)
    return () => listening.dispose()
  }, [events, reload])
  useFragmentFocus(sessions.value !== undefined || sessions.error !== undefined)
  return (
    <AccountFrame title={t('Security')} note={t('Sign-in, password and your data.')}>
      <SessionsCard answer={sessions} />
      <PasswordCard onChanged={sessions.reload} />
      <AddressCard />
      <ExportCard />
      <DeletionCard />
    </AccountFrame>
  )
}
