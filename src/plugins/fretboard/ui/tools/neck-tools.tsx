/** Tools below the neck: chord finder, scale positions, shapes and sharing. */

import { Button, Group, Menu, Text } from '@mantine/core'
import { IconShare2 } from '@tabler/icons-react'
import { CommandItem } from '../../../../core/react/command-button.js'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../../core/react/kernel-context.js'
import { Select } from '../../../../core/react/select.js'
import { SHARED_VIEW } from '../../internal-tokens.js'
import { withSigns } from '../../neck/neck-label.js'
import { simplerTonic } from '../../scales/scale.js'
import { SCALE_POSITION_CHOICES } from '../../scales/scale-position.js'
import { fretboardSettings } from '../../settings.js'
import { NECK_VIEW } from '../../tokens.js'
import { ChordFinderPanel } from './chord-finder-panel.js'
import { ShapeTools } from './shape-tools.js'
import { Stepper } from './stepper.js'

export default function NeckTools() {
  const { t } = useText()
  return (
    <Group
      component="section"
      className="fw-card"
      aria-label={t('Chords, positions and shapes')}
      gap="12px 32px"
      px={16}
      py={12}
    >
      <ChordFinderPanel />
      <PositionTools />
      <ShapeTools />
      <ShareMenu />
    </Group>
  )
}

const WAYS = ['fretboard.copy-link', 'fretboard.export-svg', 'fretboard.export-png', 'fretboard.export-html']

function ShareMenu() {
  const { t } = useText()
  return (
    <Menu position="bottom-end" withArrow>
      <Menu.Target>
        <Button variant="default" leftSection={<IconShare2 size={16} />}>
          {t('Share')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {WAYS.map(id => (
          <CommandItem key={id} command={id} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function PositionTools() {
  const { t, tm } = useText()
  const command = useCommand('fretboard.set-positions')
  const { settings } = useKernel()
  const own = useStore(settings.store(fretboardSettings), state => state.positions)
  const shared = useStore(useService(SHARED_VIEW), shown => shown?.settings.positions)
  const view = useService(NECK_VIEW)
  const position = useStore(view, now => now.position)
  const scale = useStore(view, now => now.scale)
  const simpler = simplerTonic(scale.name)
  return (
    <Group gap="xs">
      <Select
        aria-label={t('Scale positions')}
        w={210}
        data={SCALE_POSITION_CHOICES.map(({ value, label }) => ({ value, label: tm('fretboard', label) }))}
        value={shared ?? own}
        onChange={positions => positions !== null && command.run({ positions })}
        allowDeselect={false}
      />
      {position && (
        <Stepper previous="fretboard.previous-position" next="fretboard.next-position">
          {`${withSigns(position.name)} · ${t('{{index}} of {{total}}', { index: position.index + 1, total: position.total })}`}
        </Stepper>
      )}
      {simpler && (
        <Text size="sm" c="dimmed">
          {t('Easier to read in {{tonic}}.', { tonic: withSigns(simpler) })}
        </Text>
      )}
    </Group>
  )
}
