import type { PluginContext } from '../../core/kernel/plugin.js'
import { CLOCK, SETTINGS } from '../../core/kernel/tokens.js'
import { inSlices } from '../../core/platform/steps.js'
import type { Song } from '../../music/song/song.js'
import { SONG_PERFORMER, SONG_SESSION } from '../player/tokens.js'
import { BackOff } from './back-off.js'
import { soundSettings } from './settings.js'
import { AUDIO_PAGE, arrange } from './song-audio.js'
import { onSongPatches, patchesOfOpenSong } from './song-patches.js'
import type { LiveSynth } from './synth.js'
import { type Patch, SOUND_BANKS } from './tokens.js'

/** Plays the song as written, without the mixer settings. */
const PLAIN = { tempo: 100, transpose: 0, tracks: new Map(), metronome: false, countIn: 0 }

/** Preloads the open song's instruments and plays all songs at the same loudness. */
export class SongSound {
  /** Gains by song. */
  private readonly levels = new WeakMap<Song, number>()
  private readonly retry: BackOff
  private latest: Song | undefined
  private measuring: AbortController | undefined

  /** @param onChange called when the song, its mix or its level changes */
  constructor(
    private readonly context: PluginContext,
    private readonly onChange: () => void,
  ) {
    const clock = context.get(CLOCK)
    this.retry = new BackOff(() => clock.now())
    onSongPatches(context, onChange)
    context.scope.onDispose(() => this.measuring?.abort())
  }

  applyTo(synth: LiveSynth): void {
    const { get, find } = this.context
    const { songInstruments } = get(SETTINGS).store(soundSettings).getState()
    for (const patch of patchesOfOpenSong(this.context, songInstruments)) synth.need(patch)
    const song = find(SONG_SESSION)?.view.getState().song?.song
    synth.setLevel((song && this.levels.get(song)) ?? 1)
    if (song === this.latest && (this.measuring || !this.retry.isDue)) return
    if (song !== this.latest) this.retry.reset()
    this.latest = song
    this.measuring?.abort()
    this.measuring = undefined
    if (song && !this.levels.has(song)) void this.measure(song)
  }

  private async measure(song: Song): Promise<void> {
    const { get, log } = this.context
    const measuring = new AbortController()
    const { signal } = measuring
    this.measuring = measuring
    try {
      const page = await get(AUDIO_PAGE)()
      if (!page) return
      const steps = get(SONG_PERFORMER).perform(song, PLAIN)
      const performance = await inSlices(steps, { clock: get(CLOCK), signal }, each => each)
      const arrangement = await arrange(this.context, performance, signal)
      const ownInstrument = (patch: Patch) => get(SOUND_BANKS).load(patch)
      const level = await page.level(arrangement, { signal, ownInstrument })
      this.levels.set(song, level)
    } catch (error) {
      if (signal.aborted) return
      this.retry.failed()
      log.info('Couldn’t measure the loudness of the song', error)
    }
    if (this.measuring !== measuring) return
    this.measuring = undefined
    this.onChange()
  }
}
