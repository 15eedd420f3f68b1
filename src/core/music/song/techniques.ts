import * as z from 'zod/mini'
import { phrases } from '../../platform/phrases.js'

export const TECHNIQUES = [
  ...(['bend', 'whammy-bar', 'vibrato', 'trill', 'tremolo'] as const),
  ...(['hammer-on', 'pull-off', 'legato-slide', 'slide', 'tap'] as const),
  ...(['palm-mute', 'let-ring', 'dead', 'ghost', 'staccato', 'accent'] as const),
  ...(['natural-harmonic', 'artificial-harmonic', 'grace'] as const),
  ...(['strum-down', 'strum-up', 'pick-down', 'pick-up', 'slap', 'pop', 'fade'] as const),
] as const

export type Technique = (typeof TECHNIQUES)[number]

export const techniqueSchema = z.enum(TECHNIQUES)

export const TECHNIQUE_NAMES: Readonly<Record<Technique, string>> = phrases({
  bend: 'bend',
  'whammy-bar': 'whammy bar',
  vibrato: 'vibrato',
  trill: 'trill',
  tremolo: 'tremolo picking',
  'hammer-on': 'hammer-on',
  'pull-off': 'pull-off',
  'legato-slide': 'legato slide',
  slide: 'slide',
  tap: 'tapping',
  'palm-mute': 'palm mute',
  'let-ring': 'let ring',
  dead: 'dead note',
  ghost: 'ghost note',
  staccato: 'staccato',
  accent: 'accent',
  'natural-harmonic': 'natural harmonic',
  'artificial-harmonic': 'artificial harmonic',
  grace: 'grace note',
  'strum-down': 'strum down',
  'strum-up': 'strum up',
  'pick-down': 'downstroke',
  'pick-up': 'upstroke',
  slap: 'slap',
  pop: 'pop',
  fade: 'fade',
})
