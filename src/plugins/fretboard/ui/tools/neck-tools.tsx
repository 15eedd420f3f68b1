/** The chord finder, and saved shapes. */
import { Group } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { CommandIcon } from '../../../../core/react/command-button.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { ChordFinderPanel } from './chord-finder-panel.js'
import { ShapeTools } from './shape-tools.js'

export default function NeckTools() {
  const { t } = useText()
  return (
    <Group
      component="section"
      className="fw-card fw-on-screen"
      aria-label={t('Chord finder')}
      gap="12px 32px"
      px={16}
      py={12}
    >
      <ChordFinderPanel />
      <ShapeTools />
      <CommandIcon command="fretboard.toggle-chord-finder" variant="subtle" color="gray" ml="auto">
        <IconX size={16} />
      </CommandIcon>
    </Group>
  )
}
