import type { PluginContext } from '../../../core/kernel/plugin.js'
import { createStore, type ReadonlyStore } from '../../../core/platform/store.js'
import { type NoteNames, shownNote, withSigns } from '../../../music/guitar/note-names.js'
import { MAX_FRET, pitchAt } from '../../../music/guitar/position.js'
import { NECK_VIEW, type NeckMark, type NeckView } from '../tokens.js'

export function watchChordMarks({ get, scope }: PluginContext): ReadonlyStore<readonly NeckMark[]> {
  const view = get(NECK_VIEW)
  const marks = createStore(chordMarks(view.getState(), view.getState().noteNames))
  scope.onDispose(
    view.subscribe((now, before) => {
      if (now.chord || before.chord) marks.setState(chordMarks(now, now.noteNames), true)
    }),
  )
  return marks
}

export function chordMarks(
  { tuning, capo, chord }: Pick<NeckView, 'tuning' | 'capo' | 'chord'>,
  noteNames: NoteNames = 'english',
): readonly NeckMark[] {
  if (!chord) return []
  const marks: NeckMark[] = []
  for (let string = 1; string <= tuning.strings.length; string += 1) {
    for (let fret = 0; fret <= MAX_FRET - capo; fret += 1) {
      const pitch = pitchAt(tuning, capo, string, fret)
      const tone = chord.tones.find(each => pitch !== undefined && each.pitchClass === pitch % 12)
      if (!tone) continue
      const label = tone.degree ? withSigns(tone.degree) : shownNote(tone.name, noteNames)
      marks.push({ string, fret, look: 'outline', label })
    }
  }
  return marks
}
