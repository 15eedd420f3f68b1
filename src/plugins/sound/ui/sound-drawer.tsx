import { Switch, Text } from '@mantine/core'
import { useId } from 'react'
import { SETTINGS } from '../../../core/kernel/tokens.js'
import { phrases } from '../../../core/platform/phrases.js'
import { CommandButton } from '../../../core/react/command-button.js'
import drawer from '../../../core/react/drawer-form.module.css'
import { useSaid } from '../../../core/react/hooks/use-said.js'
import { useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { PluginScreen } from '../../../core/react/plugin-screen.js'
import { SOUND_SWITCHES, soundSettings } from '../settings.js'
import { SENTENCES as NOTICES } from '../sound-notices.js'
import { SOUND, SOUND_PORT, type SoundStatus, type SoundView } from '../synth.js'
import { SOUND_BANKS } from '../tokens.js'
import { AudioOutput, Choice } from './audio-output.js'
import { useInstruments, useWhatIsHeard } from './use-what-is-heard.js'
import { VolumeSlider } from './volume-slider.js'

const SWITCHES = Object.keys(SOUND_SWITCHES) as (keyof typeof SOUND_SWITCHES)[]

export default function SoundDrawer() {
  const { t, tm } = useText()
  const settings = useService(SETTINGS).store(soundSettings)
  const state = useStore(settings)
  const { status, output, turnedDown, loading } = useStore(useService(SOUND).view)
  const heard = useWhatIsHeard()
  const volumeId = useId()
  const { sources } = useStore(useService(SOUND_BANKS).view)
  const { groups, chosen } = useInstruments()
  const hasAdded = groups.length > 1

  return (
    <div className={drawer.form}>
      <Text className={drawer.wide} fz={13}>
        {heard}
      </Text>
      <SoundState status={status} turnedDown={turnedDown} loading={loading} />
      <Choice
        field="instrument"
        title={t('Instrument')}
        choices={hasAdded ? groups : (groups[0]?.items ?? [])}
        value={chosen?.value}
        searchable={hasAdded}
        nothingFoundMessage={t('No instrument found')}
      />
      <span id={volumeId}>{t('Volume')}</span>
      <VolumeSlider labelledBy={volumeId} />
      {SWITCHES.map(id => {
        const { title, description } = SOUND_SWITCHES[id]
        return (
          <Switch
            key={id}
            className={drawer.wide}
            size="xs"
            checked={state[id]}
            onChange={() => settings.change({ [id]: !state[id] })}
            label={tm('sound', title)}
            description={description && tm('sound', description)}
          />
        )
      })}
      <AudioOutput />
      {sources.map(
        ({ part }) =>
          part && <PluginScreen key={part.screen} part plugin={part.plugin} screen={part.screen} />,
      )}
      {output?.id !== SOUND_PORT && (
        <CommandButton command="sound.use" className={drawer.wide} size="xs" variant="default" />
      )}
    </div>
  )
}

const SENTENCES: Readonly<Partial<Record<SoundStatus, string>>> = phrases({
  off: 'Sound is off. Choose what you want to hear.',
  waiting: 'The browser only allows sound after a click or key press.',
  loading: 'Loading sound…',
  offline: 'The sound hasn’t been downloaded yet. It will load when you’re back online.',
  failed: 'The sound couldn’t start. Play a note to try again.',
})

function SoundState({ status, turnedDown, loading }: Pick<SoundView, 'status' | 'turnedDown' | 'loading'>) {
  const { t, tm } = useText()
  const isUrgent = status === 'waiting' || status === 'failed'
  const sentence = SENTENCES[status] ?? (turnedDown === undefined ? undefined : NOTICES.sound_turned_down)
  const state = sentence === undefined ? '' : tm('sound', sentence, { channel: turnedDown ?? 0 })
  // Don't announce initial or short-lived states.
  useSaid(['off', 'waiting', 'loading'].includes(status) ? '' : state)
  const progress = loading && `${t('Loading instruments…')} ${loading.of - loading.left}/${loading.of}`
  return (
    <Text className={drawer.wide} fz={13} c={isUrgent ? undefined : 'dimmed'} data-status={status}>
      {status === 'waiting' ? state : (progress ?? state)}
    </Text>
  )
}
