import type { SettingsChoice, SettingsNames } from '../../core/settings/section.js'
import { joinedKey, shownNote } from '../../music/guitar/note-names.js'
import { MAX_FRET } from '../../music/guitar/position.js'
import { MAX_CAPO } from '../../music/guitar/tuning-code.js'
import { TUNINGS } from '../../music/guitar/tunings.js'
import { SCALE_NAMES, TONICS } from '../../music/theory/names.js'

const frets = (last: number): SettingsChoice[] =>
  Array.from({ length: last + 1 }, (_, fret) => ({ value: fret, label: String(fret) }))

const names: SettingsNames = t => {
  const ofTable = t // alias: `phrases` already marks these strings for translation
  // Use the same note names as the neck.
  const noteNames = ofTable('Major') === 'Dur' ? 'german' : 'english'
  const scales = SCALE_NAMES.map(name => ({ name, label: ofTable(name) }))
  return {
    scale: TONICS.flatMap(tonic =>
      scales.map(({ name, label }) => ({
        value: `${tonic} ${name}`,
        label: joinedKey(`${shownNote(tonic, noteNames)} ${label}`),
      })),
    ),
    tuningId: TUNINGS.map(({ id, name }) => ({ value: id, label: ofTable(name) })),
    fretMin: frets(MAX_FRET),
    fretMax: frets(MAX_FRET),
    capo: [{ value: 0, label: t('No capo') }, ...frets(MAX_CAPO).slice(1)],
  }
}

export default names
