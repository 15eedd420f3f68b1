/** A share, such as 0 to 1: moved, and kept when it is let go. */
import { Input, Slider } from '@mantine/core'
import { useId, useState } from 'react'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { FIELD_CLASSES } from '../field-classes.js'
import type { ControlProps } from './control-props.js'
import classes from './settings-page.module.css'

export function SliderControl({ field, setting, label, description }: ControlProps) {
  const { locale } = useText()
  const id = useId()
  const [moving, setMoving] = useState<number>()
  const { minimum = 0, maximum = 1, step = (maximum - minimum) / 100 } = field
  const value = moving ?? (typeof setting.value === 'number' ? setting.value : minimum)
  const text = (number: number) =>
    number.toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return (
    <Input.Wrapper
      classNames={FIELD_CLASSES}
      labelElement="div"
      labelProps={{ id }}
      label={label}
      description={description}
      error={setting.error}
    >
      <div className={`${classes.control} ${classes.slider}`}>
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
            setting.save(rounded(end))
            setMoving(undefined)
          }}
        />
        <output className={classes.number}>{text(value)}</output>
      </div>
    </Input.Wrapper>
  )
}

/** Without what binary fractions add: 0.57 and not 0.5700000000000001. */
function rounded(number: number): number {
  return Number(number.toFixed(6))
}
