/** What belongs to the instrument itself: its hand, its side, its capo; and how it is shown. */
import { ActionIcon, NumberInput, Popover, Select, Stack, Switch } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useService } from '../../../core/react/kernel-context.js'
import { useCommand } from '../../../core/react/use-command.js'
import { useStore } from '../../../core/react/use-store.js'
import { useText } from '../../../core/react/use-text.js'
import { MAX_CAPO } from '../capo.js'
import { ORIENTATION_CHOICES, VELOCITY_CHOICES } from '../look-words.js'
import { LONGEST_TRAIL } from '../neck-looks.js'
import { NECK_VIEW } from '../tokens.js'

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

/** Follows what is shown only while it is open. */
function Instrument() {
  const { t, tm } = useText()
  const { capo, leftHanded, nutRight, orientation, velocityLook, trail, onePlace } = useStore(
    useService(NECK_VIEW),
  )
  const turn = useCommand('fretboard.set-orientation')
  const setLook = useCommand('fretboard.set-velocity-look')
  const setTrail = useCommand('fretboard.set-trail')
  const setCapo = useCommand('fretboard.set-capo')
  const toggleHand = useCommand('fretboard.toggle-left-handed')
  const toggleNut = useCommand('fretboard.toggle-nut-side')
  const toggleOnePlace = useCommand('fretboard.toggle-one-place')
  return (
    <Stack gap="sm" w={280}>
      <NumberInput
        label={t('Capo at fret')}
        description={t('0 is none')}
        min={0}
        max={MAX_CAPO}
        allowDecimal={false}
        clampBehavior="strict"
        value={capo}
        onChange={fret => typeof fret === 'number' && setCapo.run({ fret })}
      />
      <Switch label={toggleHand.title} checked={leftHanded} onChange={() => toggleHand.run()} />
      <Switch
        label={toggleNut.title}
        description={t('A standing neck has it on top')}
        checked={nutRight}
        onChange={() => toggleNut.run()}
      />
      <Select
        label={t('Neck lies or stands')}
        data={ORIENTATION_CHOICES.map(({ value, label }) => ({ value, label: tm('fretboard', label) }))}
        value={orientation}
        onChange={wanted => wanted !== null && turn.run({ orientation: wanted })}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
      />
      <Select
        label={t('Strength of a note')}
        data={VELOCITY_CHOICES.map(({ value, label }) => ({ value, label: tm('fretboard', label) }))}
        value={velocityLook}
        onChange={look => look !== null && setLook.run({ look })}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
      />
      <NumberInput
        label={t('Trail of the last notes')}
        description={t('0 is none')}
        min={0}
        max={LONGEST_TRAIL}
        allowDecimal={false}
        clampBehavior="strict"
        value={trail}
        onChange={notes => typeof notes === 'number' && setTrail.run({ notes })}
      />
      <Switch
        label={toggleOnePlace.title}
        description={t('Of a keyboard or a guitar on one channel: where a guitarist would play each note.')}
        checked={onePlace}
        onChange={() => toggleOnePlace.run()}
      />
    </Stack>
  )
}
