/** One button for each provider of the tenant. */
import { Button, Divider, Stack } from '@mantine/core'
import { IconBrandGoogleFilled, IconBrandWindowsFilled } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { STORAGE, TENANT } from '../../../../core/kernel/services/tokens.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../../core/react/kernel-context.js'
import { externalSentence } from '../../external-sentences.js'
import type { RefusedSignIn } from '../../provider-answer.js'
import { PROVIDER_NAMES, type ProviderId, providersOf } from '../../providers.js'
import { Failure, Refused } from '../failure.js'
import { leaveForProvider } from './leave-for-provider.js'

const ICONS = { google: IconBrandGoogleFilled, windows: IconBrandWindowsFilled } as const

export default function ProviderButtons() {
  const storage = useService(STORAGE)
  const tenant = useService(TENANT)
  const card = useStore(tenant.store)
  const { log } = useKernel()
  const { t } = useText()
  const [leaving, setLeaving] = useState<ProviderId>()
  const [failure, setFailure] = useState<{ refusal?: RefusedSignIn; error?: unknown }>({})

  useEffect(() => {
    // Who comes back by the browser's own way may find this very page, as it was left.
    const backAgain = () => setLeaving(undefined)
    window.addEventListener('pageshow', backAgain)
    return () => window.removeEventListener('pageshow', backAgain)
  }, [])

  const leave = async (provider: ProviderId) => {
    setLeaving(provider)
    setFailure({})
    try {
      await leaveForProvider({ storage, tenant, log }, provider)
    } catch (error) {
      const said = externalSentence(error, provider)
      setFailure(said ? { refusal: { source: 'auth', said } } : { error })
      setLeaving(undefined)
    }
  }

  return (
    <Stack gap={10}>
      <Divider label={t('or')} />
      {failure.refusal && <Refused {...failure.refusal} />}
      <Failure error={failure.error} />
      {providersOf(card).map(provider => {
        const Icon = ICONS[provider]
        return (
          <Button
            key={provider}
            variant="default"
            size="md"
            leftSection={<Icon size={18} aria-hidden />}
            loading={leaving === provider}
            disabled={leaving !== undefined && leaving !== provider}
            onClick={() => leave(provider)}
          >
            {t('Log in with {{provider}}', { provider: PROVIDER_NAMES[provider] })}
          </Button>
        )
      })}
    </Stack>
  )
}
