/** Marks every position of the chord's tones on the neck, labelled with their degree. */
import { MAX_FRET, pitchAt } from '../../../core/music/guitar/position.js'
import { withSigns } from '../neck/neck-label.js'
import type { NeckMark, NeckView } from '../tokens.js'

type MarkedView = Pick<NeckView, 'tuning' | 'capo' | 'chord'>

export function chordMarks({ tuning, capo, chord }: MarkedView): readonly NeckMark[] {
  if (!chord) return []
  const marks: NeckMark[] = []
  for (let string = 1; string <= tuning.strings.length; string += 1) {
    for (let fret = 0; fret <= MAX_FRET - capo; fret += 1) {
      const pitch = pitchAt(tuning, capo, string, fret)
      const tone = chord.tones.find(each => pitch !== undefined && each.pitchClass === pitch % 12)
      if (tone) marks.push({ string, fret, look: 'outline', label: withSigns(tone.degree || tone.name) })
    }
  }
  return marks
}
