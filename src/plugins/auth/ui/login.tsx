/** The log-in: address and password, the tenant's providers, and the ways to the other screens. */
import { Alert, Button, Group, Loader, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { forgetVisit } from '../../../core/auth/providers.js'
import { AUTH, STORAGE, TENANT } from '../../../core/kernel/services/tokens.js'
import { codeOf } from '../../../core/platform/fretwork-error.js'
import { useForm } from '../../../core/react/hooks/use-form.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../core/react/kernel-context.js'
import { usePasswordField } from '../../../core/react/password/password-fields.js'
import { providersOf } from '../providers.js'
import { Failure, Refused } from './failure.js'
import { Frame } from './frame.js'
import { useKeptAddress } from './kept-address.js'
import { useProviderAnswer } from './providers/use-provider-answer.js'
import { LegalLinks, ScreenLink } from './screen-links.js'
import { useChecks } from './use-checks.js'
import { useOnward, useReturn } from './use-return.js'

// Only some need them, and so they are not on the log-in page.
const ProviderButtons = lazy(() => import('./providers/provider-buttons.js'))
const SendVerification = lazy(() => import('./mail/send-verification.js'))

export default function Login() {
  const auth = useService(AUTH)
  const tenant = useService(TENANT)
  const storage = useService(STORAGE)
  const { log } = useKernel()
  const { t } = useText()
  const checks = useChecks()
  const card = useStore(tenant.store)
  const { wanted } = useReturn()
  const callback = useProviderAnswer()
  const visibility = usePasswordField()
  const [email, setEmail] = useState('')
  const kept = useKeptAddress()
  useOnward({ waits: callback.arriving, returnTo: callback.returnTo })

  const { busy, failure, form, field } = useForm({
    checks: { email: checks.email, password: checks.password },
    async send(given) {
      setEmail(given.email.trim())
      await auth.login({ email: given.email.trim(), password: given.password, rememberMe: true })
      kept.forget()
      forgetVisit({ storage, tenant, log })
    },
  })

  if (callback.arriving) {
    return (
      <Frame title={t('Log in to {{name}}', { name: card.name })}>
        <Group role="status" wrap="nowrap">
          <Loader size="sm" />
          <Text>{t('One moment: your log-in is being checked.')}</Text>
        </Group>
      </Frame>
    )
  }
  return (
    <Frame
      title={t('Log in to {{name}}', { name: card.name })}
      lead={t('Plug in, play, and see it on the neck.')}
    >
      {wanted !== undefined && failure === undefined && !callback.refusal && (
        <Alert>{t('Log in, and you are back where you were.')}</Alert>
      )}
      {callback.refusal && failure === undefined && <Refused {...callback.refusal} />}
      <Failure error={failure} />
      {failure !== undefined && codeOf(failure) === 'email_unverified' && (
        <Suspense>
          <SendVerification email={email} />
        </Suspense>
      )}
      <form {...form}>
        <Stack gap="md">
          <TextInput
            label={t('E-mail address')}
            type="email"
            autoComplete="username"
            autoFocus
            defaultValue={kept.address}
            onInput={kept.keep}
            {...field('email')}
          />
          <PasswordInput
            label={t('Password')}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('Show or hide the password'), tabIndex: 0 }}
            {...visibility}
            {...field('password')}
          />
          <Button type="submit" loading={busy} size="md">
            {t('Log in')}
          </Button>
        </Stack>
      </form>
      <Group justify="space-between" gap="xs">
        <ScreenLink to="/password/forgot">{t('Forgot your password?')}</ScreenLink>
        <ScreenLink to="/register">{t('New here? Register')}</ScreenLink>
      </Group>
      {providersOf(card).length > 0 && (
        // As high as what comes, so that nothing moves.
        <Suspense fallback={<div style={{ height: 34 + 52 * providersOf(card).length }} />}>
          <ProviderButtons />
        </Suspense>
      )}
      <LegalLinks />
    </Frame>
  )
}
