/** Edits a value that no other control supports as JSON. The section’s schema validates it. */
import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../../../core/react/hooks/use-text.js'
import classes from './settings-page.module.css'
import type { ControlProps } from './use-setting.js'
import { FIELD_CLASSES } from './use-setting.js'

const MAX_ROWS = 12

export function JsonControl({ setting, label, description }: ControlProps) {
  const { t } = useText()
  const stored = JSON.stringify(setting.value, null, 2) ?? ''
  const [typed, setTyped] = useState<string>()
  const [invalid, setInvalid] = useState(false)

  const save = () => {
    if (typed === undefined) return
    const value = parsed(typed)
    setInvalid(value === undefined)
    if (value !== undefined && setting.save(value.json)) setTyped(undefined)
  }

  return (
    <Textarea
      classNames={{ ...FIELD_CLASSES, input: classes.json }}
      label={label}
      description={description}
      error={invalid ? t('This isn’t valid JSON. Check commas, quotes and brackets.') : setting.error}
      rows={Math.min(MAX_ROWS, (typed ?? stored).split('\n').length)}
      resize="vertical"
      spellCheck={false}
      value={typed ?? stored}
      onChange={event => {
        setTyped(event.currentTarget.value)
        setInvalid(false)
        setting.clearError()
      }}
      onBlur={save}
    />
  )
}

function parsed(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) }
  } catch {
    // Shown as an error at the field.
    return undefined
  }
}
