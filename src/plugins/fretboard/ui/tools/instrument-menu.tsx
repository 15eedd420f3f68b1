/** Instrument options: capo, handedness, nut side, orientation, velocity and note trail. */
import { ActionIcon, NumberInput, Popover, Stack, Switch } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../../core/react/kernel-context.js'
import { Select } from '../../../../core/react/select.js'
import { LONGEST_TRAIL, ORIENTATION_CHOICES, VELOCITY_CHOICES } from '../../neck/neck-looks.js'
import { NECK_VIEW } from '../../tokens.js'
import { MAX_CAPO } from '../../tunings/tuning-code.js'

export function InstrumentMenu() {
  const { t } = useText()
  return (
    <Popover position="bottom-end" withArrow trapFocus>
      <Popover.Target>
        <ActionIcon variant="default" size={36} aria-label={t('Instrument')}>
          <IconAdjustmentsHorizontal size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Instrument />
      </Popover.Dropdown>
    </Popover>
  )
}

/** Subscribes to the view only while the menu is open. */
function Instrument() {
  const { commands } = useKernel()
  const { t, tm } = useText()
  const { capo, leftHanded, nutRight, orientation, velocityLook, trail, onePlace } = useStore(
    useService(NECK_VIEW),
  )
  const turn = useCommand('fretboard.set-orientation')
  const setLook = useCommand('fretboard.set-velocity-look')
  const toggleHand = useCommand('fretboard.toggle-left-handed')
  const toggleNut = useCommand('fretboard.toggle-nut-side')
  const toggleOnePlace = useCommand('fretboard.toggle-one-place')
  return (
    <Stack gap="sm" w={280}>
      <SetNumber
        label={t('Capo on fret')}
        max={MAX_CAPO}
        value={capo}
        set={fret => commands.execute('fretboard.set-capo', { fret })}
      />
      <Switch label={toggleHand.title} checked={leftHanded} onChange={() => toggleHand.run()} />
      <Switch
        label={toggleNut.title}
        description={t('A vertical neck has its nut at the top')}
        checked={nutRight}
        onChange={() => toggleNut.run()}
      />
      <Select
        label={t('Orientation')}
        data={ORIENTATION_CHOICES.map(({ value, label }) => ({ value, label: tm('fretboard', label) }))}
        value={orientation}
        onChange={wanted => wanted !== null && turn.run({ orientation: wanted })}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
      />
      <Select
        label={t('Show velocity as')}
        data={VELOCITY_CHOICES.map(({ value, label }) => ({ value, label: tm('fretboard', label) }))}
        value={velocityLook}
        onChange={look => look !== null && setLook.run({ look })}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
      />
      <SetNumber
        label={t('Note trail')}
        max={LONGEST_TRAIL}
        value={trail}
        set={notes => commands.execute('fretboard.set-trail', { notes })}
      />
      <Switch
        label={toggleOnePlace.title}
        description={t('For keyboards and guitars on one channel: where a guitarist would play each note.')}
        checked={onePlace}
        onChange={() => toggleOnePlace.run()}
      />
    </Stack>
  )
}

interface SetNumberProps {
  readonly label: string
  readonly max: number
  /** The one in force. */
  readonly value: number
  /** Never rejects: errors are shown to the user. */
  readonly set: (value: number) => Promise<unknown>
}

/** An integer where 0 is off. Shows the draft while it is being set or incomplete. */
function SetNumber({ label, max, value, set }: SetNumberProps) {
  const { t } = useText()
  const [draft, setDraft] = useState<string | number>()
  const take = async (written: string | number) => {
    setDraft(written)
    if (typeof written !== 'number') return
    await set(written)
    // Back to the current value, even if the command was refused.
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
