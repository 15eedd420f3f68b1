import { withSigns } from '../../../core/music/guitar/note-names.js'
import { NO_SCALE, spellKey } from '../scales/scale.js'
import type { ChordNames } from '../tokens.js'
import { chordName } from './chord-name.js'

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
