import type { PluginContext } from '../../core/kernel/plugin.js'
import { CLOCK, SETTINGS } from '../../core/kernel/tokens.js'
import { inSlices } from '../../core/platform/steps.js'
import type { Song } from '../../music/song/song.js'
import { SONG_PERFORMER } from '../player/tokens.js'
import { OWN_BANKS } from './own-banks.js'
import { songInstruments, soundSettings } from './settings.js'
import { AUDIO_PAGE } from './song-export.js'
import { arrangementSteps } from './synthesis/arrangement.js'

/** Gains that bring songs to the same loudness, as they are written and without a mix. */
export class SongLevels {
  private readonly known = new WeakMap<Song, number>()
  private measuring = new AbortController()

  constructor(private readonly context: Pick<PluginContext, 'get' | 'find' | 'log'>) {}

  /** Gives up measuring the song before. @returns 1 if the loudness can't be measured */
  async of(song: Song): Promise<number> {
    this.measuring.abort()
    this.measuring = new AbortController()
    const { signal } = this.measuring
    const known = this.known.get(song)
    if (known !== undefined) return known
    try {
      const level = await this.measure(song, signal)
      this.known.set(song, level)
      return level
    } catch (error) {
      if (!signal.aborted) this.context.log.info('Couldn’t measure the loudness of the song', error)
      return 1
    }
  }

  private async measure(song: Song, signal: AbortSignal): Promise<number> {
    const { get, find } = this.context
    const [page, performer] = [await get(AUDIO_PAGE)(), find(SONG_PERFORMER)]
    if (!page || !performer) return 1
    const slices = { clock: get(CLOCK), signal }
    const plain = { tempo: 100, transpose: 0, tracks: new Map(), metronome: false, countIn: 0 }
    const performance = await inSlices(performer.perform(song, plain), slices, performed => performed)
    const instruments = songInstruments(get(SETTINGS).store(soundSettings).getState())
    const arrangement = await inSlices(
      arrangementSteps(performance, instruments),
      slices,
      arranged => arranged,
    )
    return await page.level(arrangement, { signal, ownInstrument: patch => get(OWN_BANKS).load(patch) })
  }
}
