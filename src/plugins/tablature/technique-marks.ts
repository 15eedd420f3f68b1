import type { Technique } from '../../core/music/song/techniques.js'

const SIGNS: Partial<Record<Technique, string>> = {
  'hammer-on': 'h',
  'pull-off': 'p',
  'legato-slide': '⁄',
  slide: '⁄',
  bend: 'b',
  'whammy-bar': 'w',
  vibrato: '~',
  trill: 'tr',
  tremolo: '≡',
  tap: 't',
  slap: 's',
  pop: 'p',
  'palm-mute': 'm',
  'let-ring': 'r',
  staccato: '·',
  accent: '>',
  'strum-down': '↓',
  'strum-up': '↑',
}
const MOST_SIGNS = 2

/** @example fretText(5, ['ghost']) // '(5)' */
export function fretText(fret: number, techniques: readonly Technique[] = []): string {
  if (techniques.includes('dead')) return '×'
  if (techniques.includes('natural-harmonic')) return `‹${fret}›`
  if (techniques.includes('artificial-harmonic')) return `[${fret}]`
  return techniques.includes('ghost') ? `(${fret})` : `${fret}`
}

/** @example techniqueSigns(['hammer-on', 'vibrato']) // 'h~' */
export function techniqueSigns(techniques: readonly Technique[] = []): string {
  return (Object.keys(SIGNS) as Technique[])
    .filter(each => techniques.includes(each))
    .slice(0, MOST_SIGNS)
    .map(each => SIGNS[each])
    .join('')
}
