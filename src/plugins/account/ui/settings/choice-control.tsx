/** One of several values: side by side where they are few and short, else in a list that can be searched. */
import { Input, SegmentedControl } from '@mantine/core'
import { useId } from 'react'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { Select } from '../../../../core/react/select.js'
import type { SettingsChoice } from '../../../../core/settings/section.js'
import { FIELD_CLASSES } from '../field-classes.js'
import type { ControlProps } from './control-props.js'
import classes from './settings-page.module.css'

interface Props extends ControlProps {
  readonly choices: readonly SettingsChoice[]
  readonly onOpen: () => void
}

/** So many letters fit side by side. */
const SHORT = 26
const FEW = 4
/** A longer list is searched rather than scrolled; no more rows than these are drawn. */
const MANY = 8
const DRAWN = 100

export function ChoiceControl({ field, setting, label, description, choices, onOpen }: Props) {
  const { t } = useText()
  const id = useId()
  // Values may be numbers; the widgets know texts: the place in the list stands for either.
  const options = choices.map((choice, place) => ({ value: String(place), label: choice.label }))
  const choose = (place: string | null) => {
    const choice = choices[Number(place)]
    if (place !== null && choice) setting.save(choice.value)
  }
  const letters = options.reduce((sum, option) => sum + option.label.length, 0)
  const words = { label, description, error: setting.error, classNames: FIELD_CLASSES }
  const value = String(choices.findIndex(choice => choice.value === setting.value))

  if (!field.lister && options.length <= FEW && letters <= SHORT) {
    return (
      <Input.Wrapper {...words} labelElement="div" labelProps={{ id }}>
        <SegmentedControl
          className={classes.control}
          fullWidth
          aria-labelledby={id}
          data={options}
          value={value}
          onChange={choose}
        />
      </Input.Wrapper>
    )
  }
  return (
    <Select
      {...words}
      data={options}
      value={value}
      onChange={choose}
      onDropdownOpen={onOpen}
      allowDeselect={false}
      searchable={options.length > MANY}
      limit={DRAWN}
      nothingFoundMessage={t('Nothing of that name')}
    />
  )
}
