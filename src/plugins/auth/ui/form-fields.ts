import { useMemo } from 'react'
import { personName } from '../../../core/contract/endpoint.js'
import { isPasswordLength } from '../../../core/react/credentials/password-fields.js'
import { useKernel, useText } from '../../../core/react/kernel-context.js'

export function useChecks() {
  const { t } = useText()
  return {
    email: (value: string) =>
      /^\S+@\S+$/.test(value.trim()) ? undefined : t('Enter an email address, such as name@example.org.'),
    password: (value: string) => (value === '' ? t('Enter your password.') : undefined),
    newPassword: (value: string) =>
      isPasswordLength(value) ? undefined : t('Choose a password with 8 to 256 characters.'),
    name: (value: string) =>
      personName.safeParse(value.trim()).success
        ? undefined
        : t('Enter a name of 1 to 100 characters, without line breaks or invisible characters.'),
    accepted: (value: string) => (value === 'on' ? undefined : t('Accept the terms to continue.')),
  }
}

/** Keyed by kernel, so that two apps on one page don't share the address. */
const typedEmails = new WeakMap<object, string>()

/** Email address typed or confirmed on the previous screen. Stored only in memory, never in the URL. */
export function useTypedEmail() {
  const kernel = useKernel()
  return useMemo(
    () => ({
      initial: typedEmails.get(kernel) ?? '',
      remember: (email: string) => void typedEmails.set(kernel, email.trim()),
      forget: () => void typedEmails.delete(kernel),
    }),
    [kernel],
  )
}
