/** A field for a whole number: says what fits, takes nothing else, and shows what is in force when it is left. */
import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../../core/react/hooks/use-text.js'

interface WholeNumberProps extends Pick<NumberInputProps, 'id' | 'label' | 'description' | 'size'> {
  /** The one in force. */
  readonly value: number
  readonly min: number
  readonly max: number
  /** Called with whole numbers within the range only. */
  readonly onTake: (value: number) => void
}

export function WholeNumber({ value, min, max, onTake, ...field }: WholeNumberProps) {
  const { t } = useText()
  /** What is written while it is another thing than what is in force. */
  const [draft, setDraft] = useState<string | number>()
  const [refused, setRefused] = useState(false)
  const fits = (written: string | number): written is number =>
    typeof written === 'number' && Number.isInteger(written) && written >= min && written <= max
  const take = (written: string | number) => {
    setDraft(fits(written) ? undefined : written)
    // A field that was emptied, or begun with a minus sign, is not finished.
    setRefused(!fits(written) && written !== '' && written !== '-')
    if (fits(written) && written !== value) onTake(written)
  }
  const leave = () => {
    if (draft === undefined) return
    setRefused(true)
    setDraft(undefined)
  }
  return (
    <NumberInput
      {...field}
      min={min}
      max={max}
      allowDecimal={false}
      clampBehavior="none"
      value={draft ?? value}
      error={refused && t('A whole number from {{min}} to {{max}}', { min, max })}
      onChange={take}
      onBlur={leave}
      onKeyDown={event => {
        if (event.key === 'Enter') leave()
      }}
    />
  )
}
