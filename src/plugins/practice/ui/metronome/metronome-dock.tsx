import { ActionIcon, Group, Text } from '@mantine/core'
import { IconMinus, IconPlayerStopFilled, IconPlus } from '@tabler/icons-react'
import { CommandIcon } from '../../../../core/react/command-button.js'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { useService, useStore, useText } from '../../../../core/react/kernel-context.js'
import { METRONOME } from '../../tokens.js'

/** Shown while the metronome runs without a song; otherwise the transport shows the metronome. */
export default function MetronomeDock() {
  const { t } = useText()
  const bpm = useStore(useService(METRONOME).view, view => view.bpm)
  const { title, run } = useCommand('practice.toggle-metronome')
  return (
    <Group component="section" h="100%" px={16} gap="sm" wrap="nowrap" aria-label={t('Metronome')}>
      <ActionIcon size={48} radius="xl" aria-label={t('Stop')} title={title} onClick={() => run()}>
        <IconPlayerStopFilled size={22} />
      </ActionIcon>
      <Text fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {t('{{bpm}} BPM', { bpm })}
      </Text>
      <CommandIcon command="practice.metronome-slower" size={44} variant="subtle" color="gray">
        <IconMinus size={18} />
      </CommandIcon>
      <CommandIcon command="practice.metronome-faster" size={44} variant="subtle" color="gray">
        <IconPlus size={18} />
      </CommandIcon>
    </Group>
  )
}
