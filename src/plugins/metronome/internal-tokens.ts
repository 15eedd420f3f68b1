/** The tempo of taps, which only the metronome itself uses. */
import { createToken } from '../../core/platform/services/token.js'
import type { TapTempo } from './tap-tempo.js'

export const TAP_TEMPO = createToken<TapTempo>('metronome.tap-tempo')
