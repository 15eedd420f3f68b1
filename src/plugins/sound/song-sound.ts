import type { PluginContext } from '../../core/kernel/plugin.js'
import { CLOCK, SETTINGS } from '../../core/kernel/tokens.js'
import { inSlices } from '../../core/platform/steps.js'
import type { Song } from '../../music/song/song.js'
import { SONG_PERFORMER, SONG_SESSION } from '../player/tokens.js'
import { soundSettings } from './settings.js'
import { AUDIO_PAGE, arrange } from './song-audio.js'
import { onSongPatches, patchesOfOpenSong } from './song-patches.js'
import type { LiveSynth } from './synth.js'
import { type Patch, SOUND_BANKS } from './tokens.js'

/** Plays the song as written, without the mixer settings. */
const PLAIN = { tempo: 100, transpose: 0, tracks: new Map(), metronome: false, countIn: 0 }

/** Loads the open song's instruments before its first note, and plays all songs at the same loudness. */
export class SongSound {
  /** Gains by song. */
  private readonly levels = new WeakMap<Song, number>()
  private measured: Song | undefined
  private measuring = new AbortController()

  /** @param onChange called when the song, its mix or its level changes */
  constructor(
    private readonly context: PluginContext,
    private readonly onChange: () => void,
  ) {
    onSongPatches(context, onChange)
    context.scope.onDispose(() => this.measuring.abort())
  }

  applyTo(synth: LiveSynth): void {
    const { get, find } = this.context
    const { songInstruments } = get(SETTINGS).store(soundSettings).getState()
    for (const patch of patchesOfOpenSong(this.context, songInstruments)) synth.need(patch)
    const song = find(SONG_SESSION)?.view.getState().song?.song
    synth.setLevel((song && this.levels.get(song)) ?? 1)
    if (song !== this.measured) void this.measure(song)
  }

  private async measure(song: Song | undefined): Promise<void> {
    const { get, log } = this.context
    this.measured = song
    this.measuring.abort()
    this.measuring = new AbortController()
    const { signal } = this.measuring
    if (!song || this.levels.has(song)) return
    try {
      const page = await get(AUDIO_PAGE)()
      if (!page) return
      const steps = get(SONG_PERFORMER).perform(song, PLAIN)
      const performance = await inSlices(steps, { clock: get(CLOCK), signal }, each => each)
      const arrangement = await arrange(this.context, performance, signal)
      const ownInstrument = (patch: Patch) => get(SOUND_BANKS).load(patch)
      const level = await page.level(arrangement, { signal, ownInstrument })
      this.levels.set(song, level)
      this.onChange()
    } catch (error) {
      if (!signal.aborted) log.info('Couldn’t measure the loudness of the song', error)
    }
  }
}
