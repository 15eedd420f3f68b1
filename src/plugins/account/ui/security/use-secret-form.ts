/** A form that the password proves: a wrong one is said at its field, and nothing typed is kept once it is through. */
import { useEffect, useState } from 'react'
import { codeOf } from '../../../../core/platform/fretwork-error.js'
import { type FormParts, useForm } from '../../../../core/react/hooks/use-form.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { refusalOf } from '../../refusals.js'

type SecretField = 'currentPassword'

export function useSecretForm<Field extends string>({
  checks,
  send,
}: Pick<FormParts<Field | SecretField>, 'checks' | 'send'>) {
  const { tm } = useText()
  /** Counts the times that it went through: another number is another, empty form. */
  const [sent, setSent] = useState(0)
  const { form, ...rest } = useForm<Field | SecretField>({
    checks,
    async send(given) {
      await send(given)
      setSent(sent + 1)
    },
    blame(error) {
      if (codeOf(error) !== 'password_wrong') return undefined
      const { source, message } = refusalOf(error)
      return { field: 'currentPassword', said: tm(source, message) }
    },
  })
  useEffect(() => {
    if (sent === 0 || document.activeElement !== document.body) return
    // The form that had the focus is gone; the next one stands in its place.
    form.ref.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
  }, [sent, form.ref])
  return { ...rest, form: { ...form, key: sent } }
}

/** What may stand in these fields. */
export function useSecretChecks() {
  const { t } = useText()
  return {
    currentPassword: (value: string) => (value === '' ? t('Enter your current password.') : undefined),
    email: (value: string) =>
      /^\S+@\S+$/.test(value.trim()) ? undefined : t('Enter an e-mail address, such as name@example.org.'),
  }
}
