import { Group, Input, NumberInput, Slider, Switch, Text, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { useText } from '../../../../core/react/hooks/use-text.js'
import classes from './settings-page.module.css'
import type { ControlProps } from './use-setting.js'
import { useDraft } from './use-setting.js'

export function SwitchControl({ setting, words }: ControlProps) {
  return (
    <Switch
      {...words}
      classNames={{
        body: classes.switchBody,
        label: classes.label,
        error: classes.error,
      }}
      labelPosition="left"
      py={6}
      checked={setting.value === true}
      onChange={event => setting.save(event.currentTarget.checked)}
    />
  )
}

export function TextControl({ setting, words }: ControlProps) {
  const draft = useDraft(setting, typeof setting.value === 'string' ? setting.value : '')
  return <TextInput {...words} {...draft.field} onChange={event => draft.type(event.currentTarget.value)} />
}

export function NumberControl({ field, setting, words }: ControlProps) {
  const { locale } = useText()
  const draft = useDraft(setting, typeof setting.value === 'number' ? String(setting.value) : '')
  const point = locale.startsWith('de') ? ',' : '.'
  return (
    <NumberInput
      {...words}
      min={field.minimum}
      max={field.maximum}
      step={field.step ?? 1}
      allowDecimal={field.kind === 'number'}
      decimalSeparator={point}
      // Show an error instead of silently changing the value.
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

export function SliderControl({ field, setting, words }: ControlProps) {
  const { locale } = useText()
  const id = useId()
  const [moving, setMoving] = useState<number>()
  const { minimum = 0, maximum = 1, step = (maximum - minimum) / 100 } = field
  const value = moving ?? (typeof setting.value === 'number' ? setting.value : minimum)
  const text = (number: number) =>
    number.toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return (
    <Input.Wrapper {...words} labelElement="div" labelProps={{ id }}>
      <Group gap="sm" wrap="nowrap" mih={36} className={classes.control}>
        <Slider
          flex={1}
          aria-labelledby={id}
          thumbProps={{ 'aria-labelledby': id, 'aria-valuetext': text(value) }}
          label={null}
          min={minimum}
          max={maximum}
          step={step}
          value={value}
          onChange={setMoving}
          onChangeEnd={end => {
            // Without floating-point noise: 0.57, not 0.5700000000000001.
            setting.save(Number(end.toFixed(6)))
            setMoving(undefined)
          }}
        />
        <Text component="output" size="sm" miw={36} ta="right" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {text(value)}
        </Text>
      </Group>
    </Input.Wrapper>
  )
}
