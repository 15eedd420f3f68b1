import { Progress, Switch, Text } from '@mantine/core'
import { useId } from 'react'
import { SETTINGS } from '../../../core/kernel/tokens.js'
import { phrases } from '../../../core/platform/phrases.js'
import drawer from '../../../core/react/drawer-form.module.css'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { Select } from '../../../core/react/inputs/select.js'
import { useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { Hint } from '../../../core/react/looks.js'
import { PROBLEMS, WARNINGS } from '../problems.js'
import { audioInputSettings, channelNumbers, DEFAULT_INPUT } from '../settings.js'
import { AUDIO_INPUT, type AudioLevel } from '../tokens.js'

export default function AudioInputDrawer() {
  const { t, tm } = useText()
  const { status, problem, reason = '', warnings } = useStore(useService(AUDIO_INPUT).view)
  const toggle = useCommand('audio-in.toggle')
  return (
    <div className={drawer.form}>
      <Switch
        className={drawer.wide}
        size="xs"
        checked={status !== 'off' && status !== 'failed'}
        onChange={() => toggle.run()}
        label={t('Listen to my guitar')}
        description={t(
          'Uses your microphone or audio interface to hear the notes you play. The sound never leaves this device.',
        )}
      />
      {problem && (
        <Text className={drawer.wide} fz={13}>
          {tm('audio-in', PROBLEMS[problem], { reason })}
        </Text>
      )}
      {status === 'asking' && (
        <Text className={drawer.wide} fz={13}>
          {t('Waiting for the microphone. If your browser asks, choose Allow.')}
        </Text>
      )}
      {status === 'listening' && <Level />}
      {status !== 'off' && <Choices />}
      {warnings.map(warning => (
        <Hint key={warning} className={drawer.wide} size="xs">
          {tm('audio-in', WARNINGS[warning])}
        </Hint>
      ))}
    </div>
  )
}

const LEVELS: Readonly<Record<AudioLevel['state'], string>> = phrases({
  silent: 'Play a string to check the level.',
  quiet: 'Too quiet. Turn up the input or move closer.',
  good: 'Good level',
  clipping: 'Clipping. Turn down the input.',
})

const COLORS: Readonly<Record<AudioLevel['state'], string>> = {
  silent: 'gray',
  quiet: 'gray',
  good: 'var(--fw-good)',
  clipping: 'var(--fw-bad)',
}

/** Lowest level on the meter, dBFS. */
const FLOOR_DB = -60

function Level() {
  const { t, tm } = useText()
  const { peak, state } = useStore(useService(AUDIO_INPUT).level) ?? { peak: FLOOR_DB, state: 'silent' }
  return (
    <>
      <span>{t('Level')}</span>
      <Progress
        aria-label={t('Level')}
        value={100 * Math.max(0, 1 - peak / FLOOR_DB)}
        color={COLORS[state]}
        transitionDuration={0}
      />
      <Text className={drawer.wide} fz={13} role="status" c={state === 'good' ? 'dimmed' : undefined}>
        {tm('audio-in', LEVELS[state])}
      </Text>
    </>
  )
}

function Choices() {
  const { t, tm } = useText()
  const { devices, channels, channel } = useStore(useService(AUDIO_INPUT).view)
  const settings = useService(SETTINGS).store(audioInputSettings)
  const { device } = useStore(settings)
  const id = useId()
  const choices = [
    { value: '', label: tm('audio-in', DEFAULT_INPUT) },
    ...devices.map(each => ({ value: each.id, label: each.label })),
  ]
  if (!choices.some(({ value }) => value === device))
    choices.push({ value: device, label: t('Not connected') })
  return (
    <>
      <label htmlFor={`${id}-device`}>{t('Audio input')}</label>
      <Select
        id={`${id}-device`}
        size="xs"
        data={choices}
        value={device}
        onChange={value => value !== null && settings.change({ device: value })}
      />
      {channels > 1 && (
        <>
          <label htmlFor={`${id}-channel`}>{t('Input channel')}</label>
          <Select
            id={`${id}-channel`}
            size="xs"
            data={channelNumbers(channels).map(String)}
            value={String(channel)}
            onChange={value => settings.change({ channel: Number(value ?? 1) })}
          />
        </>
      )}
    </>
  )
}
