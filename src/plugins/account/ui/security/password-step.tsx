/** Asks for the password before setting up two-step login, if necessary. */
import { Loader, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useText } from '../../../../core/react/kernel-context.js'
import { SecondaryButton } from '../../../../core/react/looks.js'
import { CurrentPassword, FormError, SecretForm, useSecretChecks, useSecretForm } from './secret-form.js'

export interface SetupProps {
  /** Whether the account has a password and no second factor yet. */
  readonly asksPassword: boolean
  /** @param codes recovery codes, created when two-step login is turned on */
  readonly onDone: (codes?: readonly string[]) => void
  readonly onCancel: () => void
}

interface PasswordStepProps<B> extends Pick<SetupProps, 'asksPassword' | 'onCancel'> {
  readonly begin: (body: { readonly currentPassword?: string }) => Promise<B>
  readonly children: (begun: B) => ReactNode
}

export function PasswordStep<B>({ asksPassword, onCancel, begin, children }: PasswordStepProps<B>) {
  const [begun, setBegun] = useState<{ readonly with: B }>()
  if (begun) return children(begun.with)
  const onPassword: BeginProps['onPassword'] = async body => setBegun({ with: await begin(body) })
  const Begin = asksPassword ? PasswordForm : AtOnce
  return <Begin onPassword={onPassword} onCancel={onCancel} />
}

interface BeginProps extends Pick<SetupProps, 'onCancel'> {
  readonly onPassword: (body: { readonly currentPassword?: string }) => Promise<void>
}

function PasswordForm({ onPassword, onCancel }: BeginProps) {
  const { t } = useText()
  const { currentPassword } = useSecretChecks()
  const { field, ...form } = useSecretForm({ checks: { currentPassword }, send: onPassword })
  return (
    <SecretForm secret={form} submit={t('Continue')} onCancel={onCancel}>
      <Text size="sm">{t('Your other sessions will end.')}</Text>
      <CurrentPassword autoFocus {...field('currentPassword')} />
    </SecretForm>
  )
}

function AtOnce({ onPassword, onCancel }: BeginProps) {
  const { t } = useText()
  const [failure, setFailure] = useState<unknown>()
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    onPassword({}).catch(setFailure)
  }, [onPassword])
  if (failure === undefined) return <Loader size="sm" />
  return (
    <Stack gap="sm" align="flex-start">
      <FormError error={failure} />
      <SecondaryButton onClick={onCancel}>{t('Cancel')}</SecondaryButton>
    </Stack>
  )
}
