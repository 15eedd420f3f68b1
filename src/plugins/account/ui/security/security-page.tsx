/** Who comes in, and what becomes of the account: sessions, password, address, export, deletion. */
import { useCallback, useEffect } from 'react'
import { ownSessions } from '../../../../core/api/sessions.js'
import { useAnswer } from '../../../../core/react/hooks/use-answer.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import { SESSIONS_CHANGED } from '../../session-commands.js'
import { AccountFrame } from '../account-frame.js'
import { ownPage } from '../own-page.js'
import { useLinkedPart } from '../use-linked-part.js'
import { AddressCard } from './address-card.js'
import { DeletionCard } from './deletion-card.js'
import { ExportCard } from './export-card.js'
import { PasswordCard } from './password-card.js'
import { SessionsCard } from './sessions-card.js'

export default ownPage(SecurityPage)

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
  useLinkedPart(sessions.value !== undefined || sessions.error !== undefined)
  return (
    <AccountFrame title={t('Security')} note={t('Who comes in, and what becomes of your account.')}>
      <SessionsCard answer={sessions} />
      <PasswordCard onChanged={sessions.reload} />
      <AddressCard />
      <ExportCard />
      <DeletionCard />
    </AccountFrame>
  )
}
