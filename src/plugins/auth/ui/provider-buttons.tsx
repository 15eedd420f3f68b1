import { Button, Divider, Stack } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconBrandGoogleFilled, IconBrandWindowsFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { PROVIDER_NAMES, type ProviderId, providersOf } from '../../../core/auth/providers.js'
import { STORAGE, TENANT } from '../../../core/kernel/tokens.js'
import { useKernel, useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { RefusalAlert } from './failure.js'
import { type LoginRefusal, leaveForProvider, loginRefusal } from './provider-redirect.js'

const ICONS = { google: IconBrandGoogleFilled, windows: IconBrandWindowsFilled } as const

export default function ProviderButtons() {
  const storage = useService(STORAGE)
  const tenant = useService(TENANT)
  const card = useStore(tenant.store)
  const { log } = useKernel()
  const { t } = useText()
  const [leaving, setLeaving] = useState<ProviderId>()
  const [refusal, setRefusal] = useState<LoginRefusal>()
  // The browser's Back button may restore this page with its old state.
  useWindowEvent('pageshow', () => setLeaving(undefined))

  const leave = async (provider: ProviderId) => {
    setLeaving(provider)
    setRefusal(undefined)
    try {
      await leaveForProvider({ storage, tenant, log }, provider)
    } catch (error) {
      setRefusal(loginRefusal(error, provider))
      setLeaving(undefined)
    }
  }

  return (
    <Stack gap={10}>
      <Divider label={t('or')} />
      {refusal && <RefusalAlert {...refusal} />}
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
