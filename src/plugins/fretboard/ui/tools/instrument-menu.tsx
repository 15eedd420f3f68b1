import { ActionIcon, NumberInput, Popover, Stack, Switch, type SwitchProps, Text } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { useKernel, useService, useStore, useText } from '../../../../core/react/kernel-context.js'
import { Select } from '../../../../core/react/select.js'
import {
  LONGEST_TRAIL,
  NOTE_NAME_CHOICES,
  ORIENTATION_CHOICES,
  VELOCITY_CHOICES,
} from '../../neck/neck-looks.js'
import { fretboardSettings } from '../../settings.js'
import { NECK_VIEW } from '../../tokens.js'
import { MAX_CAPO } from '../../tunings/tuning-code.js'

export function InstrumentMenu() {
  const { t } = useText()
  const fret = useStore(useService(NECK_VIEW), view => view.capo)
  return (
    <Popover position="bottom-end" withArrow trapFocus>
      {fret > 0 && (
        // The neck also shows the capo.
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
  const { commands, settings } = useKernel()
  const { t } = useText()
  const view = useStore(useService(NECK_VIEW))
  const { capo, leftHanded, nutRight, orientation, velocityLook, trail, onePlace } = view
  const noteNames = useStore(settings.store(fretboardSettings), own => own.noteNaming)
  return (
    <Stack gap="sm">
      <Toggle command="fretboard.toggle-left-handed" checked={leftHanded} />
      <SetNumber
        label={t('Capo on fret')}
        max={MAX_CAPO}
        value={capo}
        set={fret => commands.execute('fretboard.set-capo', { fret })}
      />
      <Choice
        label={t('Note names')}
        choices={NOTE_NAME_CHOICES}
        value={noteNames}
        choose={names => commands.execute('fretboard.set-note-names', { names })}
      />
      <Choice
        label={t('Orientation')}
        choices={ORIENTATION_CHOICES}
        value={orientation}
        choose={wanted => commands.execute('fretboard.set-orientation', { orientation: wanted })}
      />
      <Toggle
        command="fretboard.toggle-nut-side"
        description={t('A vertical neck has its nut at the top')}
        checked={nutRight}
      />
      <Choice
        label={t('Show velocity as')}
        choices={VELOCITY_CHOICES}
        value={velocityLook}
        choose={look => commands.execute('fretboard.set-velocity-look', { look })}
      />
      <SetNumber
        label={t('Note trail')}
        max={LONGEST_TRAIL}
        value={trail}
        set={notes => commands.execute('fretboard.set-trail', { notes })}
      />
      <Toggle
        command="fretboard.toggle-one-place"
        description={t(
          'For keyboards and single-channel guitars: shows each note where a guitarist would play it.',
        )}
        checked={onePlace}
      />
    </Stack>
  )
}

function Toggle({ command: id, ...props }: SwitchProps & { readonly command: string }) {
  const { title, run } = useCommand(id)
  // Excludes the description, which would otherwise become part of the accessible name.
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
  readonly choices: readonly { readonly value: T; readonly label: string }[]
  readonly value: T
  readonly choose: (value: T) => unknown
}

export function Choice<T extends string>({ label, choices, value, choose }: ChoiceProps<T>) {
  const { tm } = useText()
  return (
    <Select
      label={label}
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
