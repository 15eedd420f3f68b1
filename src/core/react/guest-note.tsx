import { Anchor } from '@mantine/core'
import { useLocation } from 'react-router-dom'
import { useKernel, useStore, useText } from './kernel-context.js'
import { Hint } from './looks.js'
import { RETURN_PARAMETER } from './return-path.js'

interface GuestNoteProps {
  readonly lead?: string
  /** Whether to return to this page after registration. */
  readonly returns?: boolean
}

/** Lists what guests could do with an account. */
export function GuestNote({ lead, returns = false }: GuestNoteProps) {
  const { guest, tenant } = useKernel()
  const { registration } = useStore(tenant.store)
  const { t } = useText()
  const { pathname } = useLocation()
  const query = returns ? `?${new URLSearchParams({ [RETURN_PARAMETER]: pathname })}` : ''
  if (!guest || registration === 'closed') return null
  return (
    <Hint className="fw-on-screen">
      {lead} {t('A free account lets you save songs and settings and connect a MIDI instrument.')}{' '}
      <Anchor href={`/register${query}`} inherit>
        {t('Register')}
      </Anchor>
    </Hint>
  )
}
