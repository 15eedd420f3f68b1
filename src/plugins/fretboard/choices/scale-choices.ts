import { ScaleType } from 'tonal'
import type { ChoiceLister } from '../../../core/kernel/plugin.js'
import { type NoteNames, shownNote } from '../../../music/guitar/note-names.js'
import { SCALE_NAMES, TONICS } from '../../../music/theory/names.js'
import { NECK_VIEW } from '../tokens.js'
import otherNames from './other-names.json' with { type: 'json' }

const OTHER_NAMES: Readonly<Record<string, string>> = otherNames

const ELSEWHERE = ['pentatonic'] // major in the theory library, minor to guitarists

export function scaleWords(name: string): string {
  const aliases = ScaleType.get(name.toLowerCase()).aliases.filter(alias => !ELSEWHERE.includes(alias))
  const short = name.includes('Minor') ? ['m', 'min'] : []
  return [OTHER_NAMES[name] ?? '', ...aliases, ...short].join(', ')
}

/** English names also match, except B, which means B flat in German. */
export function tonicWords(tonic: string, names: NoteNames): string {
  const others = OTHER_NAMES[tonic] ?? ''
  return names === 'german' && tonic === 'B' ? others : `${tonic}, ${others}`
}

export const SCALE_CHOICES: Readonly<Record<'tonic' | 'scale', ChoiceLister>> = {
  tonic: ({ get }) => {
    const { scale, noteNames } = get(NECK_VIEW).getState()
    return TONICS.map(value => ({
      value,
      label: shownNote(value, noteNames),
      words: tonicWords(value, noteNames),
      current: value === scale.tonic,
    }))
  },
  scale: ({ get }) => {
    const { name } = get(NECK_VIEW).getState().scale
    const shown = name.slice(name.indexOf(' ') + 1).toLowerCase()
    return SCALE_NAMES.map(value => ({
      value,
      label: value,
      words: scaleWords(value),
      current: value.toLowerCase() === shown,
    }))
  },
}
