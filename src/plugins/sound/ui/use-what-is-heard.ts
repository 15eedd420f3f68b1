import { SETTINGS } from '../../../core/kernel/tokens.js'
import { createStore } from '../../../core/platform/store.js'
import { useOptionalService, useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { SONG_SESSION, type SongView } from '../../player/tokens.js'
import { soundSettings } from '../settings.js'
import { SOUND, SOUND_PORT } from '../synth.js'
import { SOUND_BANKS } from '../tokens.js'

const NO_SONG = createStore<Pick<SongView, 'song'>>({ song: undefined })

/** @example 'Built-in sound · Steel-string guitar' */
export function useWhatIsHeard(): string {
  const { t } = useText()
  const { output } = useStore(useService(SOUND).view)
  const { besideOutput, muted } = useStore(useService(SETTINGS).store(soundSettings))
  const instrument = useInstrument()
  if (output?.id === SOUND_PORT) return `${t('Built-in sound')} · ${muted ? t('Muted') : instrument}`
  if (!output) return t('No output')
  const device = t('MIDI out: {{port}}', { port: output.name })
  return besideOutput ? `${device} · ${t('Built-in sound')}` : device
}

function useInstrument(): string {
  const { t, tm } = useText()
  const { songInstruments } = useStore(useService(SETTINGS).store(soundSettings))
  const { song } = useStore<Pick<SongView, 'song'>>(useOptionalService(SONG_SESSION)?.view ?? NO_SONG)
  const { chosen } = useInstruments()
  const names = new Set(song?.tracks.filter(({ notes }) => notes > 0).map(track => track.instrument))
  const [only] = names
  if (songInstruments && names.size > 1) return t('Song instruments')
  if (songInstruments && only !== undefined) return tm('midi-file', only)
  return chosen?.label ?? ''
}

/** @returns all instruments, and the instrument in use; a removed instrument is replaced */
export function useInstruments() {
  const { tm } = useText()
  const banks = useService(SOUND_BANKS)
  useStore(banks.view)
  const instrument = useStore(useService(SETTINGS).store(soundSettings), settings => settings.instrument)
  const groups = banks.choices(tm)
  const items = groups.flatMap(each => each.items)
  const choice = (wanted: string) => items.find(({ value }) => value === wanted)
  return { groups, chosen: choice(instrument) ?? choice('steel') }
}
