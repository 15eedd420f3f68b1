/** A text, kept when the field is left or with Enter. */
import { TextInput } from '@mantine/core'
import { FIELD_CLASSES } from '../field-classes.js'
import { useDraft } from '../use-draft.js'
import type { ControlProps } from './control-props.js'

export function TextControl({ setting, label, description }: ControlProps) {
  const draft = useDraft(setting, typeof setting.value === 'string' ? setting.value : '')
  return (
    <TextInput
      classNames={FIELD_CLASSES}
      label={label}
      description={description}
      error={setting.error}
      {...draft.field}
      onChange={event => draft.type(event.currentTarget.value)}
    />
  )
}
