import { withSigns } from '../../../core/music/guitar/note-names.js'
import { MAX_FRET, pitchAt } from '../../../core/music/guitar/position.js'
import { NO_SCALE, spellKey } from '../scales/scale.js'
import type { ChordNames, ChordVoicings } from '../tokens.js'
import { formsOf, rootString, voicingFilter } from '../voicings/voicing-filter.js'
import { chordName } from './chord-name.js'
import { requireChord } from './chord-tones.js'
import { fingering, MUTED } from './playability.js'
import { shapeText, voicings } from './voicings.js'

export const chordVoicings: ChordVoicings = {
  find(symbol, { strings, begins, capo = 0 }, { limit = Number.POSITIVE_INFINITY, ...filter } = {}) {
    const chord = requireChord(symbol)
    const neck = { strings, begins, capo, lastFret: MAX_FRET - capo }
    const found = voicings(chord, neck).filter(voicingFilter(filter, chord, neck))
    return {
      symbol: chord.symbol,
      name: withSigns(chord.symbol),
      total: found.length,
      voicings: found.slice(0, limit).map(voicing => {
        const fingers = fingering(voicing.frets.map(fret => fret ?? MUTED))
        return {
          frets: shapeText(voicing.frets),
          forms: formsOf(voicing, chord, neck),
          rootString: rootString(voicing, chord, neck),
          positions: voicing.frets.flatMap((fret, index) => {
            const string = index + 1
            const pitch = fret === undefined ? undefined : pitchAt(neck, capo, string, fret)
            const tone = chord.tones.find(({ pitchClass }) => pitchClass === (pitch ?? -1) % 12)
            if (fret === undefined || pitch === undefined || !tone) return []
            return { string, fret, pitch, name: tone.name, degree: tone.degree, finger: fingers[index] ?? 0 }
          }),
        }
      }),
    }
  },
}

export const chordNames: ChordNames = {
  isKey: text => spellKey(text) !== undefined,
  name: (pitches, { key, written } = {}) => {
    const scale = (key !== undefined && spellKey(key)) || NO_SCALE
    const { name, alternatives, interval, inversion, root, bass, tones } = chordName(pitches, {
      scale,
      ...(written && { written }),
    })
    return {
      name: withSigns(name),
      ascii: name,
      also: alternatives.map(withSigns),
      notes: tones.map(tone => withSigns(tone.name)),
      root: withSigns(root),
      bass: withSigns(bass),
      interval,
      inversion,
    }
  },
}
