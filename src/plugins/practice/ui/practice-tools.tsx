/** Below the transport: loop, tempo, transposition, metronome, waiting, and how songs are played. */
import { ActionIcon, Button, Group, Text, Tooltip } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconEar,
  IconMetronome,
  IconMinus,
  IconPlus,
  IconRepeat,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { SETTINGS } from '../../../core/kernel/services/tokens.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { PLAYBACK_SETTINGS, SONG_SESSION } from '../../player/tokens.js'
import { playingSettings } from '../settings.js'
import { PlayOptions } from './play-options.js'
import classes from './practice-tools.module.css'
import { TempoChoice } from './tempo-choice.js'

export default function PracticeTools() {
  const { t } = useText()
  return (
    <div className={classes.tools} role="toolbar" aria-label={t('Practise')}>
      <LoopTools />
      <TempoTools />
      <TransposeTools />
      <Group gap={4} wrap="nowrap">
        <MetronomeTool />
        <WaitTool />
        <PlayOptions />
      </Group>
      <Waiting />
    </div>
  )
}

function LoopTools() {
  const { t } = useText()
  const loop = useStore(useService(PLAYBACK_SETTINGS).view, view => view.loop)
  const looping = useStore(useService(PLAYBACK_SETTINGS).view, view => view.looping)
  const toggle = useCommand('practice.toggle-loop')
  return (
    <Group gap={4} wrap="nowrap">
      <Tooltip label={[toggle.title, ...toggle.keys].join(' · ')}>
        <Button
          size="xs"
          variant={looping ? 'light' : 'default'}
          color="accent"
          leftSection={<IconRepeat size={16} />}
          aria-pressed={looping}
          onClick={() => toggle.run()}
        >
          {loop ? t('Loop {{from}}–{{to}}', { ...loop }) : t('Loop')}
        </Button>
      </Tooltip>
      <Letter command="practice.loop-from-here">A</Letter>
      <Letter command="practice.loop-to-here">B</Letter>
    </Group>
  )
}

function Letter({ command: id, children }: { command: string; children: string }) {
  const command = useCommand(id)
  return (
    <Tooltip label={[command.title, ...command.keys].join(' · ')}>
      <ActionIcon variant="default" size={30} aria-label={command.title} onClick={() => command.run()}>
        <span className={classes.letter}>{children}</span>
      </ActionIcon>
    </Tooltip>
  )
}

function Step({ command: id, icon }: { command: string; icon: ReactNode }) {
  const command = useCommand(id)
  return (
    <Tooltip label={[command.title, ...command.keys].join(' · ')}>
      <ActionIcon variant="default" size={30} aria-label={command.title} onClick={() => command.run()}>
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}

function TempoTools() {
  return (
    <Group gap={4} wrap="nowrap">
      <Step command="practice.play-slower" icon={<IconMinus size={16} />} />
      <TempoChoice />
      <Step command="practice.play-faster" icon={<IconPlus size={16} />} />
    </Group>
  )
}

function TransposeTools() {
  const { t } = useText()
  const semitones = useStore(useService(PLAYBACK_SETTINGS).view, view => view.transpose)
  const signed = semitones > 0 ? `+${semitones}` : String(semitones).replace('-', '−')
  return (
    <Group gap={4} wrap="nowrap">
      <Step command="practice.transpose-down" icon={<IconArrowDown size={16} />} />
      <Text
        size="sm"
        role="status"
        className={classes.value}
        aria-label={t('Transposed by {{semitones}} semitones', { semitones: signed, count: semitones })}
      >
        {signed}
      </Text>
      <Step command="practice.transpose-up" icon={<IconArrowUp size={16} />} />
    </Group>
  )
}

interface SwitchProps {
  readonly command: string
  readonly on: boolean
  readonly icon: ReactNode
}

function Switch({ command: id, on, icon }: SwitchProps) {
  const command = useCommand(id)
  return (
    <Tooltip label={[command.title, ...command.keys].join(' · ')}>
      <ActionIcon
        variant={on ? 'light' : 'default'}
        color="accent"
        size={30}
        aria-label={command.title}
        aria-pressed={on}
        onClick={() => command.run()}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}

function MetronomeTool() {
  const on = useStore(useService(SETTINGS).store(playingSettings), settings => settings.metronome)
  return <Switch command="practice.toggle-metronome" on={on} icon={<IconMetronome size={18} />} />
}

function WaitTool() {
  const on = useStore(useService(PLAYBACK_SETTINGS).view, view => view.wait)
  return <Switch command="practice.toggle-waiting" on={on} icon={<IconEar size={18} />} />
}

function Waiting() {
  const { t } = useText()
  const waiting = useStore(useService(SONG_SESSION).view, view => view.waiting)
  return (
    <Text size="sm" c="dimmed" role="status" className={classes.waiting}>
      {waiting && t('Play the outlined notes.')}
    </Text>
  )
}
