import { Button, Group, type PasswordInputProps, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import type { RefusalWords } from '../../../../core/http/error-sentences.js'
import { codeOf } from '../../../../core/platform/fretwork-error.js'
import { PasswordField } from '../../../../core/react/credentials/password-field.js'
import { type FormParts, useForm } from '../../../../core/react/hooks/use-form.js'
import { useText } from '../../../../core/react/kernel-context.js'
import { SecondaryButton } from '../../../../core/react/looks.js'
import { FocusedAlert } from '../../../../core/react/refused.js'
import { refusalText } from '../../refusals.js'

type SecretField = 'currentPassword'
type SecretFormParts<Field extends string> = Pick<FormParts<Field | SecretField>, 'checks' | 'send'>

export function useSecretForm<Field extends string = never>({ checks, send }: SecretFormParts<Field>) {
  const { tm } = useText()
  /** React key of the form. A new key clears the form after each success. */
  const [sent, setSent] = useState(0)
  const { form, ...rest } = useForm<Field | SecretField>({
    checks,
    async send(given) {
      await send(given)
      setSent(sent + 1)
    },
    blame(error) {
      if (codeOf(error) !== 'password_wrong') return undefined
      const { source, message } = refusalText(error)
      return { field: 'currentPassword', said: tm(source, message) }
    },
  })
  useEffect(() => {
    if (sent === 0 || document.activeElement !== document.body) return
    // The focused form was replaced, so move focus.
    form.ref.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
  }, [sent, form.ref])
  return { ...rest, form: { ...form, key: sent } }
}

export function useSecretChecks() {
  const { t } = useText()
  return {
    currentPassword: (value: string) => (value === '' ? t('Enter your current password.') : undefined),
    email: (value: string) =>
      /^\S+@\S+$/.test(value.trim()) ? undefined : t('Enter an email address, such as name@example.org.'),
  }
}

type Form = ReturnType<typeof useForm>

interface SecretFormProps {
  readonly secret: Pick<Form, 'busy' | 'failure'> & {
    readonly form: Form['form'] & { readonly key?: number }
  }
  readonly words?: RefusalWords
  readonly submit: string
  readonly onCancel?: () => void
  readonly children: ReactNode
}

export function SecretForm({ secret, words = refusalText, submit, onCancel, children }: SecretFormProps) {
  const { t } = useText()
  const { key, ...form } = secret.form
  return (
    <form key={key} {...form}>
      {/* Several forms on a page ask for the current password. */}
      <Stack gap="sm" maw={420} role="group" aria-label={submit}>
        <FormError error={secret.failure} words={words} />
        {children}
        <Group>
          <Button type="submit" loading={secret.busy}>
            {submit}
          </Button>
          {onCancel && <SecondaryButton onClick={onCancel}>{t('Cancel')}</SecondaryButton>}
        </Group>
      </Stack>
    </form>
  )
}

type CurrentPasswordProps = Pick<PasswordInputProps, 'name' | 'error' | 'onBlur' | 'onChange' | 'autoFocus'>

export function CurrentPassword(field: CurrentPasswordProps) {
  const { t } = useText()
  return <PasswordField {...field} label={t('Current password')} autoComplete="current-password" />
}

interface FormErrorProps {
  readonly error: unknown
  readonly words?: RefusalWords
}

export function FormError({ error, words = refusalText }: FormErrorProps) {
  const { tm } = useText()
  if (error === undefined) return null
  const { source, message, values } = words(error)
  return <FocusedAlert about={error}>{tm(source, message, values)}</FocusedAlert>
}
