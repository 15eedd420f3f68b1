/** The drawer of the built-in sound: status, instrument, volume and sources. */

import { Slider, Switch, Text } from '@mantine/core'
import { useId } from 'react'
import { SETTINGS } from '../../../core/kernel/services/tokens.js'
import { phrases } from '../../../core/platform/phrases.js'
import { CommandButton } from '../../../core/react/command-button.js'
import drawer from '../../../core/react/drawer-form.module.css'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { Select } from '../../../core/react/select.js'
import { SOUND, type SoundStatus } from '../internal-tokens.js'
import { decibelsOf } from '../level.js'
import { INSTRUMENT_NAMES, SOUND_SWITCHES, soundSettings } from '../settings.js'
import { SENTENCES as NOTICES } from '../sound-engine.js'

/** @example loudness(0.5) // '50 % · −12 dB' */
function loudness(volume: number): string {
  const decibels = volume === 0 ? '∞' : Math.round(-decibelsOf(volume))
  return `${Math.round(volume * 100)} % · −${decibels} dB`
}

export default function SoundDrawer() {
  const { t, tm } = useText()
  const settings = useService(SETTINGS).store(soundSettings)
  const state = useStore(settings)
  const { status, chosen, turnedDown } = useStore(useService(SOUND).view)
  const id = useId()

  return (
    <div className={drawer.form}>
      <SoundState status={status} turnedDown={turnedDown} />
      <label htmlFor={`${id}-instrument`}>{t('Instrument')}</label>
      <Select
        id={`${id}-instrument`}
        size="xs"
        data={INSTRUMENT_NAMES.map(({ value, label }) => ({ value, label: tm('sound', label) }))}
        value={state.instrument}
        allowDeselect={false}
        onChange={value => {
          const named = INSTRUMENT_NAMES.find(each => each.value === value)
          if (named) settings.change({ instrument: named.value })
        }}
      />
      <span id={`${id}-volume`}>{t('Volume')}</span>
      <Slider
        aria-labelledby={`${id}-volume`}
        thumbLabel={t('Volume')}
        size="xs"
        min={0}
        max={1}
        step={0.01}
        value={state.volume}
        label={loudness}
        onChange={value => settings.change({ volume: value })}
      />
      {SOUND_SWITCHES.map(({ id, title, description }) => (
        <Switch
          key={id}
          className={drawer.wide}
          size="xs"
          checked={state[id]}
          onChange={() => settings.change({ [id]: !state[id] })}
          label={tm('sound', title)}
          description={description && tm('sound', description)}
        />
      ))}
      {chosen ? (
        <Text className={drawer.wide} fz={13} c="dimmed">
          {t('Selected as MIDI output.')}
        </Text>
      ) : (
        <CommandButton command="sound.use" className={drawer.wide} size="xs" variant="default" />
      )}
    </div>
  )
}

const SENTENCES: Readonly<Partial<Record<SoundStatus, string>>> = phrases({
  off: 'Sound is off. Choose what you want to hear.',
  waiting: 'The browser only allows sound after a click or key press.',
  loading: 'Loading sound …',
  offline: 'The sound hasn’t been downloaded yet. It loads when you’re back online.',
  failed: 'The sound couldn’t start. Play a note to try again.',
})

interface SoundStateProps {
  readonly status: SoundStatus
  /** A channel that is played but turned down. */
  readonly turnedDown: number | undefined
}

function SoundState({ status, turnedDown }: SoundStateProps) {
  const { tm } = useText()
  const isUrgent = status === 'waiting' || status === 'failed'
  const sentence = SENTENCES[status] ?? (turnedDown === undefined ? undefined : NOTICES.sound_turned_down)
  return (
    <Text
      role="status"
      className={drawer.wide}
      fz={13}
      c={isUrgent ? undefined : 'dimmed'}
      data-status={status}
    >
      {sentence === undefined ? '' : tm('sound', sentence, { channel: turnedDown ?? 0 })}
    </Text>
  )
}
