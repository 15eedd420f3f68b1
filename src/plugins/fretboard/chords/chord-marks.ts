/** Marks every position of the chord's tones on the neck, labelled with their degree. */
import type { PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { MAX_FRET, pitchAt } from '../../../core/music/guitar/position.js'
import { createStore, type ReadonlyStore } from '../../../core/platform/store.js'
import { withSigns } from '../neck/neck-label.js'
import { NECK_VIEW, type NeckMark, type NeckView } from '../tokens.js'

export function watchChordMarks({ get, scope }: PluginContext): ReadonlyStore<readonly NeckMark[]> {
  const view = get(NECK_VIEW)
  const marks = createStore(chordMarks(view.getState()))
  scope.onDispose(
    view.subscribe((now, before) => {
      if (now.chord || before.chord) marks.setState(chordMarks(now), true)
    }),
  )
  return marks
}

export function chordMarks({
  tuning,
  capo,
  chord,
}: Pick<NeckView, 'tuning' | 'capo' | 'chord'>): readonly NeckMark[] {
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
