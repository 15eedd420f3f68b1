import type { PluginContext } from '../../core/kernel/plugin.js'
import { CLOCK, SETTINGS } from '../../core/kernel/tokens.js'
import { inSlices } from '../../core/platform/steps.js'
import { createToken } from '../../core/platform/token.js'
import type { SongPerformance } from '../player/tokens.js'
import { songInstruments, soundSettings } from './settings.js'
import { type Arrangement, arrangementSteps } from './synthesis/arrangement.js'
import type { Patch } from './synthesis/sound-port.js'
import { type RenderingControl, SOUND_BANKS, type SongRenderer } from './tokens.js'

interface InstrumentControl {
  readonly signal: AbortSignal
  /** @returns `undefined` unless a sound bank has this instrument */
  readonly ownInstrument: (patch: Patch) => Promise<Blob> | undefined
}

export interface AudioPage {
  /** @returns gain that brings the song to −16 LUFS */
  level(arrangement: Arrangement, control: InstrumentControl): Promise<number>
  /** @throws SentenceError `audio_instrument_missing`, or the signal’s abort reason */
  render(arrangement: Arrangement, control: InstrumentControl & RenderingControl): Promise<void>
}

/** Resolves to `undefined` outside a browser. */
export const AUDIO_PAGE = createToken<() => Promise<AudioPage | undefined>>('sound.audio-page')

/** Turns a performance into messages for a synthesizer, without blocking the page. */
export function arrange(
  { get }: Pick<PluginContext, 'get'>,
  performance: SongPerformance,
  signal: AbortSignal,
): Promise<Arrangement> {
  const instruments = songInstruments(get(SETTINGS).store(soundSettings).getState())
  return inSlices(arrangementSteps(performance, instruments), { clock: get(CLOCK), signal }, each => each)
}

export function songRenderer(context: PluginContext): SongRenderer {
  const { get } = context
  return {
    async render(performance, control) {
      const arrangement = await arrange(context, performance, control.signal)
      const page = await get(AUDIO_PAGE)()
      if (page) {
        return page.render(arrangement, { ...control, ownInstrument: patch => get(SOUND_BANKS).load(patch) })
      }
      const { renderWith } = await import('./synthesis/song-renderer.js')
      await renderWith(arrangement, control, get(CLOCK))
    },
  }
}
