/** Asks for the password before the first second factor is set up; otherwise begins at once. */
import { Button, Group, Loader, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { codeOf } from '../../../../../core/platform/fretwork-error.js'
import { useForm } from '../../../../../core/react/hooks/use-form.js'
import { useText } from '../../../../../core/react/hooks/use-text.js'
import { refusalText } from '../../../refusals.js'
import { CurrentPassword, FormError, useSecretChecks } from '../secret-form.js'

export interface SetupProps {
  /** The account has a password, and no second factor yet. */
  readonly asksPassword: boolean
  /** @param codes with the first second factor */
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
  const { t, tm } = useText()
  const { currentPassword } = useSecretChecks()
  const { busy, failure, form, field } = useForm<'currentPassword'>({
    checks: { currentPassword },
    send: onPassword,
    blame(error) {
      if (codeOf(error) !== 'password_wrong') return undefined
      const { source, message } = refusalText(error)
      return { field: 'currentPassword', said: tm(source, message) }
    },
  })
  return (
    <form {...form}>
      <Stack gap="sm" maw={420}>
        <FormError error={failure} />
        <Text size="sm">{t('Your other sessions will end.')}</Text>
        <CurrentPassword autoFocus {...field('currentPassword')} />
        <StepButtons next={t('Continue')} busy={busy} onCancel={onCancel} />
      </Stack>
    </form>
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
      <Button variant="default" onClick={onCancel}>
        {t('Cancel')}
      </Button>
    </Stack>
  )
}

interface StepButtonsProps extends Pick<SetupProps, 'onCancel'> {
  readonly next: string
  readonly busy: boolean
}

export function StepButtons({ next, busy, onCancel }: StepButtonsProps) {
  const { t } = useText()
  return (
    <Group>
      <Button type="submit" loading={busy}>
        {next}
      </Button>
      <Button variant="default" onClick={onCancel}>
        {t('Cancel')}
      </Button>
    </Group>
  )
}
