import * as z from 'zod/mini'
import { phrases } from '../../core/platform/phrases.js'

export const TECHNIQUE_NAMES = phrases({
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
  fade: 'volume swell',
})

export type Technique = keyof typeof TECHNIQUE_NAMES

export const TECHNIQUES = Object.keys(TECHNIQUE_NAMES) as Technique[]

export const techniqueSchema = z.enum(TECHNIQUES)
