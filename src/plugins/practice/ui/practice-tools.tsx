import { Group, SegmentedControl, Slider, Stack, Switch, type SwitchProps, Text } from '@mantine/core'
import {
  IconAdjustmentsHorizontal,
  IconEar,
  IconMetronome,
  IconMinus,
  IconPlus,
  IconRepeat,
  IconTargetArrow,
} from '@tabler/icons-react'
import { useId, useMemo } from 'react'
import { SETTINGS } from '../../../core/kernel/tokens.js'
import { CommandIcon } from '../../../core/react/command-button.js'
import { CommandTool, DockPopover } from '../../../core/react/dock-tool.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { WholeNumber } from '../../../core/react/inputs/whole-number.js'
import { useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { SecondaryButton } from '../../../core/react/looks.js'
import { tempoMap } from '../../../music/song/song-time.js'
import { PLAYBACK_SETTINGS, SONG_SESSION, TEMPO } from '../../player/tokens.js'
import { judgingSettings, ladderSettings, playingSettings, UPCOMING_MS } from '../settings.js'
import { METRONOME } from '../tokens.js'
import { useFreeTake } from './hints.js'
import classes from './practice-tools.module.css'
import { barsName, SectionsTool } from './sections-tool.js'

export default function PracticeTools() {
  const { t } = useText()
  const { loop, looping, wait } = useStore(useService(PLAYBACK_SETTINGS).view)
  const judging = useStore(useService(SETTINGS).store(judgingSettings), now => now.on)
  const isFree = useFreeTake()
  return (
    <Group gap={2} role="toolbar" aria-label={t('Practice')}>
      <CommandTool command="practice.toggle-loop" caption={loop ? barsName(loop, t) : t('Loop')} on={looping}>
        <IconRepeat size={20} />
      </CommandTool>
      <Group gap={2} className={classes.ends}>
        <CommandTool command="practice.loop-from-here" caption={t('Set start')}>
          A
        </CommandTool>
        <CommandTool command="practice.loop-to-here" caption={t('Set end')}>
          B
        </CommandTool>
      </Group>
      <SectionsTool />
      <TempoTool />
      <MetronomeTool />
      <CommandTool command="practice.toggle-waiting" caption={t('Wait')} on={wait}>
        <IconEar size={20} />
      </CommandTool>
      <CommandTool
        command="practice.toggle-judging"
        caption={t('Feedback')}
        on={judging}
        hint={isFree ? t('Your plan includes one take with feedback.') : ''}
      >
        <IconTargetArrow size={20} />
      </CommandTool>
      <PlayOptions />
    </Group>
  )
}

function MetronomeTool() {
  const { t } = useText()
  const metronome = useStore(useService(SETTINGS).store(playingSettings), now => now.metronome)
  const { view } = useService(METRONOME)
  const running = useStore(view, now => now.running)
  const bpm = useStore(view, now => now.bpm)
  return (
    <CommandTool
      command="practice.toggle-metronome"
      caption={running ? t('{{bpm}} BPM', { bpm }) : t('Metronome')}
      on={running || metronome}
    >
      <IconMetronome size={20} />
    </CommandTool>
  )
}

const QUICK = [50, 75, 100] as const

function TempoTool() {
  const { t } = useText()
  const tempo = useStore(useService(PLAYBACK_SETTINGS).view, view => view.tempo)
  const written = useWrittenTempo()
  const set = useCommand('practice.set-tempo')
  const bpm = Math.round((written * tempo) / 100)
  const ladder = useStore(useService(SETTINGS).store(ladderSettings), now => now.on)
  return (
    <DockPopover
      on={ladder || undefined}
      caption={t('{{percent}}%', { percent: tempo })}
      label={t('Tempo {{percent}}%, {{bpm}} BPM', { percent: tempo, bpm })}
      icon={t('{{bpm}} BPM', { bpm })}
      width={300}
    >
      <Stack gap="md">
        <WholeNumber
          size="xs"
          label={t('BPM')}
          value={bpm}
          min={Math.ceil((written * TEMPO.least) / 100)}
          max={Math.floor((written * TEMPO.most) / 100)}
          onTake={beats => set.run({ percent: Math.round((beats / written) * 100) })}
        />
        <Group gap="sm" wrap="nowrap">
          <CommandIcon command="practice.play-slower">
            <IconMinus size={16} />
          </CommandIcon>
          <Slider
            flex={1}
            thumbLabel={t('Tempo')}
            min={TEMPO.least}
            max={TEMPO.most}
            step={1}
            value={tempo}
            label={value => `${value} %`}
            thumbValueText={value => `${value} %`}
            onChange={percent => set.run({ percent })}
          />
          <CommandIcon command="practice.play-faster">
            <IconPlus size={16} />
          </CommandIcon>
        </Group>
        <Group gap={6} grow>
          {QUICK.map(percent => (
            <SecondaryButton key={percent} size="xs" onClick={() => set.run({ percent })}>
              {`${percent} %`}
            </SecondaryButton>
          ))}
        </Group>
        <Steps />
        <CommandSwitch
          command="practice.toggle-ladder"
          checked={ladder}
          label={t('Speed trainer')}
          description={ladder && t('The speed trainer continues at {{tempo}}%.', { tempo })}
        />
      </Stack>
    </DockPopover>
  )
}

/** Returns the original tempo at the start position, in BPM. */
function useWrittenTempo(): number {
  const { song, fromMs } = useStore(useService(SONG_SESSION).view)
  const { tempos = [], ppq = 480 } = song?.song.header ?? {}
  const { ticksAt } = useMemo(() => tempoMap(tempos, ppq), [tempos, ppq])
  const ticks = ticksAt(fromMs / 1000)
  return tempos.findLast(each => each.ticks <= ticks + 1)?.bpm ?? 120
}

function Steps() {
  const { t } = useText()
  const { step, goal } = useStore(useService(PLAYBACK_SETTINGS).view)
  const set = useCommand('practice.set-tempo-steps')
  return (
    <Group gap="sm" grow align="end">
      <WholeNumber
        size="xs"
        label={t('Speed up each loop by (%)')}
        value={step}
        min={-25}
        max={25}
        onTake={percent => set.run({ percent, until: goal })}
      />
      <WholeNumber
        size="xs"
        label={t('Up to (%)')}
        value={goal}
        min={TEMPO.least}
        max={TEMPO.most}
        onTake={until => set.run({ percent: step, until })}
      />
    </Group>
  )
}

const COUNT_IN = [0, 1, 2]

function PlayOptions() {
  const { t } = useText()
  return (
    <DockPopover
      caption={t('Options')}
      label={t('Playback options')}
      icon={<IconAdjustmentsHorizontal size={20} />}
      width={300}
      position="top-end"
    >
      <Options />
    </DockPopover>
  )
}

function Options() {
  const { t } = useText()
  const { countIn, comingNotes, comingMs, follow, followKey } = useStore(
    useService(SETTINGS).store(playingSettings),
  )
  const setCountIn = useCommand('practice.set-count-in')
  const setComing = useCommand('practice.set-upcoming-time')
  const id = useId()
  const bars = COUNT_IN.includes(countIn) ? COUNT_IN : [...COUNT_IN, countIn]
  return (
    <Stack gap="md">
      <Transposition />
      <div>
        <Text size="sm" id={`${id}-count`}>
          {t('Count-in (bars)')}
        </Text>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-labelledby={`${id}-count`}
          value={String(countIn)}
          data={bars.map(number => ({
            value: String(number),
            label: number === 0 ? t('None') : String(number),
          }))}
          onChange={value => setCountIn.run({ bars: Number(value) })}
        />
      </div>
      <CommandSwitch
        command="practice.toggle-upcoming-notes"
        checked={comingNotes}
        label={t('Show upcoming notes')}
      />
      {comingNotes && (
        <WholeNumber
          size="xs"
          label={t('Lead time (ms)')}
          value={comingMs}
          min={UPCOMING_MS.least}
          max={UPCOMING_MS.most}
          onTake={milliseconds => setComing.run({ milliseconds })}
        />
      )}
      <CommandSwitch command="practice.toggle-follow" checked={follow} label={t('Fit frets to song')} />
      <CommandSwitch command="practice.toggle-follow-key" checked={followKey} label={t('Follow song key')} />
    </Stack>
  )
}

interface CommandSwitchProps extends Pick<SwitchProps, 'label' | 'checked' | 'description'> {
  readonly command: string
}

function CommandSwitch({ command, ...props }: CommandSwitchProps) {
  const { run } = useCommand(command)
  return <Switch size="sm" onChange={() => run()} {...props} />
}

function Transposition() {
  const { t } = useText()
  const semitones = useStore(useService(PLAYBACK_SETTINGS).view, view => view.transpose)
  const signed = semitones > 0 ? `+${semitones}` : String(semitones).replace('-', '−')
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{t('Transposition (semitones)')}</Text>
      <Group gap={4} wrap="nowrap">
        <CommandIcon command="practice.transpose-down">
          <IconMinus size={16} />
        </CommandIcon>
        <Text
          size="sm"
          role="status"
          miw={32}
          ta="center"
          style={{ fontVariantNumeric: 'tabular-nums' }}
          aria-label={
            semitones === 0
              ? t('Not transposed')
              : t('Transposed by {{semitones}} semitones', { semitones: signed, count: semitones })
          }
        >
          {signed}
        </Text>
        <CommandIcon command="practice.transpose-up">
          <IconPlus size={16} />
        </CommandIcon>
      </Group>
    </Group>
  )
}
