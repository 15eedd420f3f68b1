/** What belongs to the instrument itself: its hand, its side, its capo. */
import { ActionIcon, NumberInput, Popover, Stack, Switch } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useService } from '../../../core/react/kernel-context.js'
import { useCommand } from '../../../core/react/use-command.js'
import { useStore } from '../../../core/react/use-store.js'
import { useText } from '../../../core/react/use-text.js'
import { MAX_CAPO } from '../capo.js'
import { NECK_VIEW } from '../tokens.js'

export function InstrumentMenu() {
  const { t } = useText()
  const { capo, leftHanded, nutRight } = useStore(useService(NECK_VIEW))
  const setCapo = useCommand('fretboard.set-capo')
  const toggleHand = useCommand('fretboard.toggle-left-handed')
  const toggleNut = useCommand('fretboard.toggle-nut-side')
  return (
    <Popover position="bottom-end" withArrow trapFocus>
      <Popover.Target>
        <ActionIcon variant="default" size={36} aria-label={t('Instrument')}>
          <IconAdjustmentsHorizontal size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
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
          <Switch label={toggleNut.title} checked={nutRight} onChange={() => toggleNut.run()} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
