/** Theoretical keys: those that need double sharps or flats, and what sounds the same without them. */
import { Note } from 'tonal'
import { spellScale } from './scale.js'
import { TONICS } from './scale-names.js'

/**
 * The tonic on which the same scale sounds alike and is easier to read, for a key with double accidentals; of two the
 * one with fewer signs. `undefined` for a key that can be written well, and where no other is better.
 *
 * @example simplerTonic('G# Major') // 'Ab': G sharp major has an F double sharp
 */
export function simplerTonic(name: string): string | undefined {
  const scale = spellScale(name)
  if (!scale) return undefined
  const own = signs(name)
  if (own.doubles === 0) return undefined
  const words = name.trim().split(/\s+/).slice(1).join(' ')
  return TONICS.filter(tonic => tonic !== scale.tonic && Note.chroma(tonic) === Note.chroma(scale.tonic))
    .map(tonic => ({ tonic, ...signs(`${tonic} ${words}`) }))
    .filter(({ doubles }) => doubles < own.doubles)
    .sort((a, b) => a.doubles - b.doubles || a.all - b.all)[0]?.tonic
}

function signs(name: string): { readonly doubles: number; readonly all: number } {
  const names = spellScale(name)?.notes.filter(note => note.inScale) ?? []
  return {
    doubles: names.filter(note => note.name.length > 2).length,
    all: names.reduce((sum, note) => sum + note.name.length - 1, 0),
  }
}
