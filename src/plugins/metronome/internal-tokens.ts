/** The metronome, which only its own plugin uses. */
import { createToken } from '../../core/platform/services/token.js'
import type { Metronome } from './metronome.js'
import type { TapTempo } from './tap-tempo.js'

export const METRONOME = createToken<Metronome>('metronome.metronome')
export const TAP_TEMPO = createToken<TapTempo>('metronome.tap-tempo')
