/** Scale names for manifests. Unlike scale.ts, doesn't load the theory library. */
import NAMES from './scale-names.phrases.json' with { type: 'json' }

export const TONICS: readonly string[] = 'C C# Db D D# Eb E F F# Gb G G# Ab A A# Bb B Cb'.split(' ')

/** Most common first. Stored after the tonic, as in `C Major`. */
export const SCALE_NAMES: readonly string[] = NAMES

export const VOICING_FORMS = ['open', 'barre', 'shell', 'drop2', 'drop3'] as const
export type VoicingForm = (typeof VOICING_FORMS)[number]
