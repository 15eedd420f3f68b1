import { ActionIcon, NumberInput, Popover, Stack, Switch, type SwitchProps, Text } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import type { Option } from '../../../../core/commands/option.js'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { Select } from '../../../../core/react/inputs/select.js'
import { useKernel, useService, useStore, useText } from '../../../../core/react/kernel-context.js'
import { MAX_CAPO } from '../../../../music/guitar/tuning-code.js'

import { INSTRUMENT_OPTIONS } from '../../settings.js'
import { NECK_VIEW } from '../../tokens.js'

export function InstrumentMenu() {
  const { t } = useText()
  const fret = useStore(useService(NECK_VIEW), view => view.capo)
  return (
    <Popover position="bottom-end" withArrow trapFocus>
      {fret > 0 && (
        <Text span fz={14} fw={600} visibleFrom="sm" style={{ whiteSpace: 'nowrap' }}>
          {t('Capo {{fret}}', { fret })}
        </Text>
      )}
      <Popover.Target>
        <ActionIcon variant="default" size={36} aria-label={t('Instrument')}>
          <IconAdjustmentsHorizontal size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown w={304}>
        <InstrumentOptions />
      </Popover.Dropdown>
    </Popover>
  )
}

export function InstrumentOptions() {
  const { commands } = useKernel()
  const { t } = useText()
  const view = useStore(useService(NECK_VIEW))
  const [leftHanded, ...others] = Object.entries<Option>(INSTRUMENT_OPTIONS)
  const control = ([name, described]: readonly [string, Option]) => (
    <OptionControl key={name} option={described} value={view[name as keyof typeof INSTRUMENT_OPTIONS]} />
  )
  return (
    <Stack gap="sm">
      {leftHanded && control(leftHanded)}
      <SetNumber
        label={t('Capo on fret')}
        max={MAX_CAPO}
        value={view.capo}
        set={fret => commands.execute('fretboard.set-capo', { fret })}
      />
      {others.map(control)}
    </Stack>
  )
}

interface OptionControlProps {
  readonly option: Option
  readonly value: string | number | boolean
}

function OptionControl({ option: { title, description, choices, max, command }, value }: OptionControlProps) {
  const { commands } = useKernel()
  const { tm } = useText()
  const label = tm('fretboard', title)
  const explained = description && tm('fretboard', description)
  const set = (wanted: string | number) => commands.execute(command.id, { [command.ask?.id ?? '']: wanted })
  if (choices)
    return (
      <Choice label={label} description={explained} choices={choices} value={String(value)} choose={set} />
    )
  if (max !== undefined) return <SetNumber label={label} max={max} value={Number(value)} set={set} />
  return <Toggle command={command.id} description={explained} checked={value === true} />
}

function Toggle({ command: id, ...props }: SwitchProps & { readonly command: string }) {
  const { title, run } = useCommand(id)
  // Exclude the description from the accessible name.
  return (
    <Switch
      {...props}
      aria-label={title}
      label={title}
      labelPosition="left"
      styles={{ body: { justifyContent: 'space-between' } }}
      onChange={() => run()}
    />
  )
}

interface ChoiceProps<T> {
  readonly label: string
  readonly description?: string | undefined
  readonly choices: readonly { readonly value: T; readonly label: string }[]
  readonly value: T
  readonly choose: (value: T) => unknown
}

export function Choice<T extends string>({ label, description, choices, value, choose }: ChoiceProps<T>) {
  const { tm } = useText()
  return (
    <Select
      label={label}
      description={description}
      data={choices.map(each => ({ value: each.value, label: tm('fretboard', each.label) }))}
      value={value}
      onChange={wanted => wanted !== null && choose(wanted)}
      comboboxProps={{ withinPortal: false }}
    />
  )
}

interface SetNumberProps {
  readonly label: string
  readonly max: number
  readonly value: number
  readonly set: (value: number) => Promise<unknown>
}

function SetNumber({ label, max, value, set }: SetNumberProps) {
  const { t } = useText()
  const [draft, setDraft] = useState<string | number>()
  const take = async (written: string | number) => {
    setDraft(written)
    if (typeof written !== 'number') return
    await set(written)
    setDraft(now => (now === written ? undefined : now))
  }
  return (
    <NumberInput
      label={label}
      description={t('0 = off')}
      min={0}
      max={max}
      allowDecimal={false}
      clampBehavior="strict"
      value={draft ?? value}
      onChange={written => void take(written)}
      onBlur={() => setDraft(undefined)}
    />
  )
}
