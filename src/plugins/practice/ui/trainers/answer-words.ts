import { phrases } from '../../../../core/platform/phrases.js'
import { useService, useStore, useText } from '../../../../core/react/kernel-context.js'
import { PITCH_CLASS_NAMES, pitchClass } from '../../../../music/guitar/note-name.js'
import { type NoteNames, shownNote } from '../../../../music/guitar/note-names.js'
import { NECK_VIEW } from '../../../fretboard/tokens.js'
import type { Kind } from '../../trainer-settings.js'
import type { Card } from '../../trainers/card.js'
import { CHORD_NAMES, DEGREE_NAMES, intervalName } from '../../trainers/card.js'
import type { Choice, Question } from '../../trainers/question.js'

const FLATS: Readonly<Record<string, string>> = { 'C#': 'Db', 'D#': 'Eb', 'F#': 'Gb', 'G#': 'Ab', 'A#': 'Bb' }

/** @example bothNames('C#', 'english') // 'C♯ / D♭' */
function bothNames(name: string, names: NoteNames): string {
  const flat = FLATS[name]
  const sharp = shownNote(name, names)
  return flat === undefined ? sharp : `${sharp} / ${shownNote(flat, names)}`
}

export function useAnswerWords() {
  const { t, tm } = useText()
  const names = useStore(useService(NECK_VIEW), view => view.noteNames)
  const note = (pitch: number) => bothNames(PITCH_CLASS_NAMES[pitchClass(pitch)] ?? '', names)
  const own = (sentence: string) => tm('practice', sentence)
  const answer = (card: Card): string => {
    switch (card.kind) {
      case 'position':
      case 'staff':
        return note(card.pitch)
      case 'find':
        return note(card.pitchClass)
      case 'interval':
        return own(intervalName(card.semitones))
      case 'chord':
        return own(CHORD_NAMES[card.chord])
      case 'degree':
        return DEGREE_NAMES[card.semitones] ?? ''
    }
  }
  return {
    note,
    answer,
    choice: ({ text }: Choice, named: Question['named']) =>
      named === 'notes' ? bothNames(text, names) : named === 'words' ? own(text) : text,
    fact: (card: Card): string => {
      switch (card.kind) {
        case 'position':
          return t('String {{string}}, fret {{fret}}: {{note}}', { ...card.position, note: answer(card) })
        case 'find':
          return t('Every {{note}}', { note: answer(card) })
        case 'interval':
          return card.falling
            ? t('{{interval}}, descending', { interval: answer(card) })
            : t('{{interval}}, ascending', { interval: answer(card) })
        case 'chord':
          return t('Chord: {{chord}}', { chord: answer(card) })
        case 'degree':
          return t('Degree {{degree}}', { degree: answer(card) })
        case 'staff':
          return t('{{note}} on the staff', { note: answer(card) })
      }
    },
  }
}

export const KIND_NAMES: Readonly<Record<Kind, string>> = phrases({
  position: 'Name the note',
  find: 'Find notes',
  interval: 'Intervals by ear',
  chord: 'Chords by ear',
  degree: 'Scale degrees by ear',
  staff: 'Sight-reading',
})
