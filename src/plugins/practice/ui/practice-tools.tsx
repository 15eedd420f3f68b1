/** Below the transport: loop, tempo, transposition, metronome, waiting, and how songs are played. */
import { Button, Group, Popover, Slider, Stack, Text, Tooltip } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconEar,
  IconMetronome,
  IconMinus,
  IconPlus,
  IconRepeat,
} from '@tabler/icons-react'
import { useId } from 'react'
import { SETTINGS } from '../../../core/kernel/services/tokens.js'
import { CommandIcon } from '../../../core/react/command-button.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { WholeNumber } from '../../../core/react/whole-number.js'
import { PLAYBACK_SETTINGS, SONG_SESSION, TEMPO } from '../../player/tokens.js'
import { playingSettings } from '../settings.js'
import { PlayOptions } from './play-options.js'
import classes from './practice-tools.module.css'

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
      <CommandIcon command="practice.loop-from-here">
        <span className={classes.letter}>A</span>
      </CommandIcon>
      <CommandIcon command="practice.loop-to-here">
        <span className={classes.letter}>B</span>
      </CommandIcon>
    </Group>
  )
}

function TempoTools() {
  return (
    <Group gap={4} wrap="nowrap">
      <CommandIcon command="practice.play-slower">
        <IconMinus size={16} />
      </CommandIcon>
      <TempoChoice />
      <CommandIcon command="practice.play-faster">
        <IconPlus size={16} />
      </CommandIcon>
    </Group>
  )
}

function TransposeTools() {
  const { t } = useText()
  const semitones = useStore(useService(PLAYBACK_SETTINGS).view, view => view.transpose)
  const signed = semitones > 0 ? `+${semitones}` : String(semitones).replace('-', '−')
  return (
    <Group gap={4} wrap="nowrap">
      <CommandIcon command="practice.transpose-down">
        <IconArrowDown size={16} />
      </CommandIcon>
      <Text
        size="sm"
        role="status"
        className={classes.value}
        aria-label={t('Transposed by {{semitones}} semitones', { semitones: signed, count: semitones })}
      >
        {signed}
      </Text>
      <CommandIcon command="practice.transpose-up">
        <IconArrowUp size={16} />
      </CommandIcon>
    </Group>
  )
}

function MetronomeTool() {
  const on = useStore(useService(SETTINGS).store(playingSettings), settings => settings.metronome)
  return (
    <CommandIcon command="practice.toggle-metronome" on={on}>
      <IconMetronome size={18} />
    </CommandIcon>
  )
}

function WaitTool() {
  const on = useStore(useService(PLAYBACK_SETTINGS).view, view => view.wait)
  return (
    <CommandIcon command="practice.toggle-waiting" on={on}>
      <IconEar size={18} />
    </CommandIcon>
  )
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

const QUICK = [50, 75, 100] as const

/** The tempo in percent; pressed, a slider, and how much faster each time through the loop is. */
function TempoChoice() {
  const { t } = useText()
  const tempo = useStore(useService(PLAYBACK_SETTINGS).view, view => view.tempo)
  const set = useCommand('practice.set-tempo')
  const id = useId()
  return (
    <Popover width={280} position="top" shadow="md" trapFocus>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          className={classes.tempo}
          aria-label={t('Tempo {{percent}} %', { percent: tempo })}
        >
          {`${tempo} %`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Tempo')}>
        <Stack gap="md">
          <div>
            <Text size="sm" id={`${id}-tempo`}>
              {t('Tempo')}
            </Text>
            <Slider
              aria-labelledby={`${id}-tempo`}
              thumbLabel={t('Tempo')}
              min={TEMPO.least}
              max={TEMPO.most}
              step={1}
              value={tempo}
              label={value => `${value} %`}
              onChange={percent => set.run({ percent })}
            />
          </div>
          <Group gap={6} grow>
            {QUICK.map(percent => (
              <Button key={percent} size="xs" variant="default" onClick={() => set.run({ percent })}>
                {`${percent} %`}
              </Button>
            ))}
          </Group>
          <Steps />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function Steps() {
  const { t } = useText()
  const { step, goal } = useStore(useService(PLAYBACK_SETTINGS).view)
  const set = useCommand('practice.set-tempo-steps')
  return (
    <Group gap="sm" grow align="end">
      <WholeNumber
        size="xs"
        label={t('Increase each loop by %')}
        value={step}
        min={-25}
        max={25}
        onTake={percent => set.run({ percent, until: goal })}
      />
      <WholeNumber
        size="xs"
        label={t('Up to %')}
        value={goal}
        min={TEMPO.least}
        max={TEMPO.most}
        onTake={until => set.run({ percent: step, until })}
      />
    </Group>
  )
}
