/**
 * MusicXML repeats all notes of a guitar in the staff of its tablature. One copy is left, with the positions, so that only
 * one sounds.
 */
import { VOICES_PER_STAFF } from '../writing/musicxml/staves.js'
import { type JsonObject, listOf } from './written-score.js'

export function withoutCopies(content: JsonObject): JsonObject | undefined {
  let found = false
  const tracks = listOf(content, 'tracks').map(track => {
    const staves = listOf(track, 'staves')
    const kept = staves.flatMap((staff, index) => {
      if (isCopied(staff, staves[index + 1])) return []
      return isCopied(staves[index - 1], staff) ? [tablature(staff, index)] : [staff]
    })
    found ||= kept.length < staves.length
    return { ...track, staves: kept }
  })
  return found ? { ...content, tracks } : undefined
}

function isCopied(staff: JsonObject | undefined, next: JsonObject | undefined): boolean {
  if (!staff || !next || hasStrings(staff) || !hasStrings(next)) return false
  const notes = notesOf(staff)
  return notes.length > 0 && `${notes}` === `${notesOf(next)}`
}

function hasStrings({ stringtuning }: JsonObject): boolean {
  return listOf(stringtuning as JsonObject | undefined, 'tunings').length > 0
}

function notesOf(staff: JsonObject): string[] {
  return listOf(staff, 'bars').map(bar =>
    listOf(bar, 'voices')
      .flatMap(voice =>
        listOf(voice, 'beats').map(beat => listOf(beat, 'notes').map(pitchOf).sort().join('+')),
      )
      .filter(beat => beat !== '')
      .join(' '),
  )
}

function pitchOf({ octave = -1, tone = -1 }: JsonObject): string {
  return `${octave}:${tone}`
}

/** Shows both notations, with voices counted from the first again. */
function tablature(staff: JsonObject, index: number): JsonObject {
  const bars = listOf(staff, 'bars').map(bar => {
    const voices = listOf(bar, 'voices')
    const before = voices.slice(0, index * VOICES_PER_STAFF)
    const isShifted = before.every(voice =>
      listOf(voice, 'beats').every(beat => listOf(beat, 'notes').length === 0),
    )
    return isShifted && voices.length > before.length ? { ...bar, voices: voices.slice(before.length) } : bar
  })
  return { ...staff, bars, showstandardnotation: true, showtablature: true }
}
