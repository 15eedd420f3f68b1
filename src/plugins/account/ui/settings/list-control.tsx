/** Edits a list of values. */
import { MultiSelect, TagsInput } from '@mantine/core'
import { useState } from 'react'
import { fieldProblem, readField } from '../../../../core/platform/field-value.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import type { ControlProps } from './use-setting.js'
import { FIELD_CLASSES } from './use-setting.js'

export function ListControl({ field, setting, label, description }: ControlProps) {
  const { t, tm } = useText()
  const [problem, setProblem] = useState<string>()
  const values = (Array.isArray(setting.value) ? setting.value : []).map(String)
  const { items } = field

  const save = (texts: readonly string[]) => {
    const readings = texts.map(text => (items ? readField(items, text) : { value: text }))
    const bad = readings.find(reading => 'problem' in reading)
    if (bad && 'problem' in bad) return setProblem(tm('core', bad.problem.message, bad.problem.values))
    const read = readings.flatMap(reading => ('value' in reading ? [reading.value] : []))
    const whole = fieldProblem(field, read)
    setProblem(whole && tm('core', whole.message, whole.values))
    if (!whole) setting.save(read)
  }

  const common = {
    classNames: FIELD_CLASSES,
    label,
    description,
    error: problem ?? setting.error,
    value: values,
    onChange: save,
  }
  if (items?.kind === 'choice') return <MultiSelect {...common} data={items.choices?.map(String)} />
  return (
    <TagsInput
      {...common}
      placeholder={values.length === 0 ? t('Type and press Enter') : undefined}
      acceptValueOnBlur
    />
  )
}
