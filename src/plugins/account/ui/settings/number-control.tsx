/** A number: typed and kept when the field is left, or moved step by step and kept at once. */
import { NumberInput } from '@mantine/core'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { FIELD_CLASSES } from '../field-classes.js'
import { useDraft } from '../use-draft.js'
import type { ControlProps } from './control-props.js'

export function NumberControl({ field, setting, label, description }: ControlProps) {
  const { locale } = useText()
  const draft = useDraft(setting, typeof setting.value === 'number' ? String(setting.value) : '')
  const point = locale.startsWith('de') ? ',' : '.'
  return (
    <NumberInput
      classNames={FIELD_CLASSES}
      label={label}
      description={description}
      error={setting.error}
      min={field.minimum}
      max={field.maximum}
      step={field.step ?? 1}
      allowDecimal={field.kind === 'number'}
      decimalSeparator={point}
      // What does not fit is said, and not turned into something else behind the person's back.
      clampBehavior="none"
      {...draft.field}
      onValueChange={({ value }, { source }) => {
        if (String(source) === 'increment' || String(source) === 'decrement') {
          if (setting.saveText(value)) draft.drop()
        } else if (String(source) === 'event') draft.type(value)
      }}
    />
  )
}
