/** What no other control can show is written as JSON; the section's schema decides. */
import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { FIELD_CLASSES } from '../field-classes.js'
import type { ControlProps } from './control-props.js'
import classes from './settings-page.module.css'

const MOST_ROWS = 12

export function JsonControl({ setting, label, description }: ControlProps) {
  const { t } = useText()
  const kept = JSON.stringify(setting.value, null, 2) ?? ''
  const [typed, setTyped] = useState<string>()
  const [wrong, setWrong] = useState(false)

  const keep = () => {
    if (typed === undefined) return
    const value = parsed(typed)
    setWrong(value === undefined)
    if (value !== undefined && setting.save(value.json)) setTyped(undefined)
  }

  return (
    <Textarea
      classNames={{ ...FIELD_CLASSES, input: classes.json }}
      label={label}
      description={description}
      error={wrong ? t('That is no JSON. Check commas, quotes and brackets.') : setting.error}
      rows={Math.min(MOST_ROWS, (typed ?? kept).split('\n').length)}
      resize="vertical"
      spellCheck={false}
      value={typed ?? kept}
      onChange={event => {
        setTyped(event.currentTarget.value)
        setWrong(false)
        setting.forgive()
      }}
      onBlur={keep}
    />
  )
}

function parsed(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) }
  } catch {
    // Half-written JSON is the rule while somebody types; the field says so.
    return undefined
  }
}
