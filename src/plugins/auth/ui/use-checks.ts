/** What may stand in the fields of these screens, and what is said where something else does. */
import { personName } from '../../../core/api/fields.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { isPasswordLength } from '../../../core/react/password/password-length.js'

export function useChecks() {
  const { t } = useText()
  return {
    email: (value: string) =>
      /^\S+@\S+$/.test(value.trim()) ? undefined : t('Enter your e-mail address, such as name@example.org.'),
    password: (value: string) => (value === '' ? t('Enter your password.') : undefined),
    newPassword: (value: string) =>
      isPasswordLength(value) ? undefined : t('Choose a password of 8 to 256 characters.'),
    name: (value: string) =>
      personName.safeParse(value.trim()).success
        ? undefined
        : t('Enter a name of 1 to 100 characters, on one line and without hidden signs.'),
    accepted: (value: string) => (value === 'on' ? undefined : t('Accept the terms to go on.')),
  }
}
