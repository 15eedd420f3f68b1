/** On or off. */
import { Switch } from '@mantine/core'
import type { ControlProps } from './control-props.js'
import classes from './settings-page.module.css'

export function SwitchControl({ setting, label, description }: ControlProps) {
  return (
    <Switch
      classNames={{
        root: classes.switch,
        body: classes.switchBody,
        label: classes.label,
        error: classes.error,
      }}
      labelPosition="left"
      label={label}
      description={description}
      error={setting.error}
      checked={setting.value === true}
      onChange={event => setting.save(event.currentTarget.checked)}
    />
  )
}
