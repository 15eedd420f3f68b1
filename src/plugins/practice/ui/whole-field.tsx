/** A field for a whole number; takes what fits, and shows what is in force when it is left. */
import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../../core/react/hooks/use-text.js'

interface WholeFieldProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly onTake: (value: number) => void
}

export function WholeField({ label, value, min, max, onTake }: WholeFieldProps) {
  const { t } = useText()
  /** The text while it is not a valid number. */
  const [draft, setDraft] = useState<string | number>()
  const take = (written: string | number) => {
    const fits = typeof written === 'number' && Number.isInteger(written) && written >= min && written <= max
    setDraft(fits ? undefined : written)
    if (fits && written !== value) onTake(written)
  }
  return (
    <NumberInput
      size="xs"
      label={label}
      min={min}
      max={max}
      allowDecimal={false}
      clampBehavior="none"
      value={draft ?? value}
      error={draft !== undefined && draft !== '' && draft !== '-' && t('{{min}} to {{max}}', { min, max })}
      onChange={take}
      onBlur={() => setDraft(undefined)}
    />
  )
}
