import { NumberInput, type NumberInputProps } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useText } from '../kernel-context.js'

interface WholeNumberProps extends Pick<NumberInputProps, 'id' | 'label' | 'description' | 'size'> {
  readonly value: number
  readonly min: number
  readonly max: number
  readonly onTake: (value: number) => void
}

export function WholeNumber({ value, min, max, onTake, ...field }: WholeNumberProps) {
  const { tm } = useText()
  const [draft, setDraft] = useState<string | number>()
  const [refused, setRefused] = useState(false)
  const fits = (written: string | number): written is number =>
    typeof written === 'number' && Number.isInteger(written) && written >= min && written <= max
  const take = (written: string | number) => {
    setDraft(fits(written) ? undefined : written)
    setRefused(!fits(written) && written !== '' && written !== '-')
    if (fits(written) && written !== value) onTake(written)
  }
  const leave = () => {
    setRefused(false)
    setDraft(undefined)
  }
  // The field moves the caret after a click, so select the text afterwards.
  const select = ({ currentTarget: input }: SyntheticEvent<HTMLInputElement>) =>
    void setTimeout(() => input.select())
  return (
    <NumberInput
      {...field}
      min={min}
      max={max}
      allowDecimal={false}
      clampBehavior="none"
      value={draft ?? value}
      error={refused && tm('core', 'Enter a whole number from {{from}} to {{to}}.', { from: min, to: max })}
      onChange={take}
      onFocus={select}
      onClick={select}
      onBlur={leave}
      onKeyDown={event => {
        if (event.key === 'Enter') setRefused(draft !== undefined)
      }}
    />
  )
}
