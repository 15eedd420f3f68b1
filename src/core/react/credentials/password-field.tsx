import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useText } from '../kernel-context.js'
import { usePasswordField } from './password-fields.js'

/** Mantine’s own field indicates errors only by color. */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useText()
  const visibility = usePasswordField()
  return (
    <PasswordInput
      {...props}
      {...visibility}
      visibilityToggleButtonProps={{ 'aria-label': t('Show or hide password'), tabIndex: 0 }}
    />
  )
}
