/** Whether a controller sets a number as it moves, and which one, or is pressed like a button. */
import type { Command } from '../../../core/commands/command-registry.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { Select } from '../../../core/react/select.js'
import { followFields } from '../follow.js'
import { PRESSED } from '../learn-draft.js'

interface FollowSelectProps {
  readonly command: Command
  /** Name of the argument that follows; undefined where the control is pressed. */
  readonly value: string | undefined
  readonly onChange: (name: string) => void
}

/** Nothing for commands without a number that could follow. */
export function FollowSelect({ command, value, onChange }: FollowSelectProps) {
  const { t, tm } = useText()
  const fields = followFields(command)
  if (fields.length === 0) return null
  const titleOf = (name: string) => command.asks?.find(({ id }) => id === name)?.title ?? name
  return (
    <Select
      label={t('How it works')}
      allowDeselect={false}
      value={value ?? PRESSED}
      onChange={name => onChange(name ?? PRESSED)}
      data={[
        ...fields.map(({ name }) => ({
          value: name,
          label: t('It sets: {{argument}}', { argument: tm(command.source, titleOf(name)) }),
        })),
        { value: PRESSED, label: t('As a button: once each time it is pressed') },
      ]}
    />
  )
}
