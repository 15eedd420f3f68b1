import { useMemo } from 'react'
import { sectionOf } from '../../../core/commands/search/offered.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../core/react/kernel-context.js'
import { Select } from '../../../core/react/select.js'
import { bindableCommands } from '../bindable.js'

const LISTED = 60 // typing is quicker than scrolling through more

interface CommandSelectProps {
  readonly value: string | undefined
  readonly onChange: (command: string) => void
}

export function CommandSelect({ value, onChange }: CommandSelectProps) {
  const { commands, host } = useKernel()
  const text = useText()
  const all = useStore(commands.all)

  // biome-ignore lint/correctness/useExhaustiveDependencies: all commands are what is read of the registry
  const data = useMemo(() => {
    const sections = new Map<string, { value: string; label: string }[]>()
    for (const command of bindableCommands(commands)) {
      const section = sectionOf(command, text, host)
      const item = { value: command.id, label: text.tm(command.source, command.title) }
      sections.set(section, [...(sections.get(section) ?? []), item])
    }
    return [...sections].map(([group, items]) => ({ group, items }))
  }, [all, text, host])

  return (
    <Select
      label={text.t('Command')}
      placeholder={text.t('Choose a command')}
      searchable
      limit={LISTED}
      data={data}
      value={value ?? null}
      allowDeselect={false}
      nothingFoundMessage={text.t('No matching commands.')}
      onChange={id => {
        if (id !== null) onChange(id)
      }}
    />
  )
}
