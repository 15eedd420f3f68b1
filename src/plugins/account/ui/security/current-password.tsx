/** The current password, as proof of who acts. */
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { usePasswordField } from '../../../../core/react/password/password-fields.js'

type CurrentPasswordProps = Pick<PasswordInputProps, 'name' | 'error' | 'onBlur' | 'onChange'>

export function CurrentPassword(field: CurrentPasswordProps) {
  const { t } = useText()
  const visibility = usePasswordField()
  return (
    <PasswordInput
      {...field}
      {...visibility}
      label={t('Current password')}
      autoComplete="current-password"
      visibilityToggleButtonProps={{ 'aria-label': t('Show or hide the password'), tabIndex: 0 }}
    />
  )
}
