/** Which port, channel and kind of message the log shows: three small choices in a row. */

import { useText } from '../../../core/react/hooks/use-text.js'
import { Select } from '../../../core/react/select.js'
import { KIND_TITLES, type LogChoice } from '../log/log-filter.js'
import { LOG_KINDS } from '../settings.js'
import classes from './device-status.module.css'

const CHANNELS = Array.from({ length: 16 }, (_, index) => index + 1)

/** No port is called that: it would have no name. */
const ALL = ''

interface LogChoicesProps {
  readonly choice: LogChoice
  /** Ids of the ports that can be chosen. */
  readonly ports: readonly string[]
  readonly portName: (portId: string) => string
  readonly onChange: (choice: LogChoice) => void
}

export function LogChoices({ choice, ports, portName, onChange }: LogChoicesProps) {
  const { t, tm } = useText()
  const { portId, channel, kind } = choice
  // One that was unplugged, and of which nothing is left in the log, is still what was chosen.
  const listed = portId === undefined || ports.includes(portId) ? ports : [...ports, portId]
  return (
    <div className={classes.choices}>
      <Choice
        label={t('Port')}
        all={t('All ports')}
        value={portId}
        onChange={value => onChange({ ...choice, portId: value })}
        data={listed.map(id => ({ value: id, label: portName(id) }))}
      />
      <Choice
        label={t('Channel')}
        all={t('All channels')}
        value={channel?.toString()}
        onChange={value => onChange({ ...choice, channel: value === undefined ? undefined : Number(value) })}
        data={CHANNELS.map(number => ({
          value: String(number),
          label: t('Channel {{channel}}', { channel: number }),
        }))}
      />
      <Choice
        label={t('Kind')}
        all={t('All kinds')}
        value={kind}
        onChange={value => onChange({ ...choice, kind: LOG_KINDS.find(name => name === value) })}
        data={LOG_KINDS.map(name => ({ value: name, label: tm('midi-io', KIND_TITLES[name]) }))}
      />
    </div>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly all: string
  /** Undefined for all. */
  readonly value: string | undefined
  readonly data: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string | undefined) => void
}

/** Three of them fit in a row in the drawer of a phone. */
function Choice({ label, all, value, data, onChange }: ChoiceProps) {
  return (
    <Select
      size="xs"
      aria-label={label}
      classNames={{ input: classes.choice }}
      rightSectionWidth={20}
      comboboxProps={{ width: 170 }}
      allowDeselect={false}
      value={value ?? ALL}
      data={[{ value: ALL, label: all }, ...data]}
      onChange={chosen => onChange(chosen === null || chosen === ALL ? undefined : chosen)}
    />
  )
}
