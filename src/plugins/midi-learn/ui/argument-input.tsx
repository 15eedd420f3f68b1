import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { ArgumentField } from '../../../core/commands/arguments/argument-fields.js'
import type { ArgumentChoice } from '../../../core/commands/command.js'
import type { Command } from '../../../core/commands/command-registry.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../core/react/kernel-context.js'
import { Select } from '../../../core/react/select.js'

interface ArgumentInputProps {
  readonly command: Command
  readonly field: ArgumentField
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

export function ArgumentInput(props: ArgumentInputProps) {
  const { command, field } = props
  const listed = useListed(command, field)
  if (listed === 'loading') return null
  const choices = listed ?? field.choices?.map(value => ({ value, label: String(value) }))
  return choices ? <ChosenArgument {...props} choices={choices} /> : <TypedArgument {...props} />
}

function ChosenArgument({
  command,
  field,
  value,
  onChange,
  choices,
}: ArgumentInputProps & { readonly choices: readonly ArgumentChoice[] }) {
  const { t, tm } = useText()
  const labelOf = (choice: ArgumentChoice) => {
    if (typeof choice.value === 'boolean') return choice.value ? t('Yes') : t('No')
    return tm(command.source, choice.label)
  }
  const chosen = choices.findIndex(choice => choice.value === value)
  const missing = chosen < 0 && value !== undefined
  return (
    <Select
      label={tm(command.source, field.title)}
      searchable
      allowDeselect={false}
      value={chosen < 0 ? (missing ? 'missing' : null) : String(chosen)}
      data={[
        ...choices.map((choice, index) => ({ value: String(index), label: labelOf(choice) })),
        ...(missing ? [{ value: 'missing', label: String(value) }] : []),
      ]}
      onChange={index => {
        const choice = choices[Number(index ?? Number.NaN)]
        if (choice) onChange(choice.value)
      }}
    />
  )
}

function TypedArgument({ command, field, value, onChange }: ArgumentInputProps) {
  const { tm } = useText()
  const [text, setText] = useState(value === undefined ? '' : String(value))
  const [left, setLeft] = useState(false)
  const reading = field.read(text)
  const problem = 'problem' in reading ? reading.problem : undefined
  return (
    <TextInput
      label={tm(command.source, field.title)}
      value={text}
      error={left && problem ? tm('core', problem.message, problem.values) : undefined}
      onBlur={() => setLeft(true)}
      onChange={event => {
        const typed = event.currentTarget.value
        setText(typed)
        const now = field.read(typed)
        onChange('value' in now ? now.value : undefined)
      }}
    />
  )
}

function useListed(
  command: Command,
  field: ArgumentField,
): readonly ArgumentChoice[] | undefined | 'loading' {
  const { commands, log } = useKernel()
  const [listed, setListed] = useState<readonly ArgumentChoice[] | undefined | 'loading'>('loading')
  useEffect(() => {
    let current = true
    commands.choicesFor(command.id, field.name).then(
      choices => current && setListed(choices),
      error => {
        // A plugin that cannot start has a notice of its own; the value can still be typed.
        log.warn(`What ${command.id} asks for cannot be listed`, error)
        if (current) setListed(undefined)
      },
    )
    return () => {
      current = false
    }
  }, [commands, command.id, field.name, log])
  return listed
}
