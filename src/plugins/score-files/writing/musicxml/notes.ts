import { model } from '../../engine.js'
import { beamsOf } from './beams.js'
import { notationsOf } from './notations.js'
import { spelled } from './pitch.js'
import type { PartStaff } from './staves.js'
import { element, empty } from './xml.js'

const TYPES: Readonly<Record<number, string>> = {
  [model.Duration.QuadrupleWhole]: 'long',
  [model.Duration.DoubleWhole]: 'breve',
  [model.Duration.Whole]: 'whole',
  [model.Duration.Half]: 'half',
  [model.Duration.Quarter]: 'quarter',
  [model.Duration.Eighth]: 'eighth',
  [model.Duration.Sixteenth]: '16th',
  [model.Duration.ThirtySecond]: '32nd',
  [model.Duration.SixtyFourth]: '64th',
  [model.Duration.OneHundredTwentyEighth]: '128th',
  [model.Duration.TwoHundredFiftySixth]: '256th',
}

/** @param voice of the part, from 1 */
export function notesOf(beat: model.Beat, staff: PartStaff, voice: number): string {
  if (beat.notes.length === 0) return restOf(beat, staff, voice)
  return beat.notes.map((note, index) => noteOf(note, index, staff, voice)).join('')
}

function restOf(beat: model.Beat, { number }: PartStaff, voice: number): string {
  return element(
    'note',
    [graceOf(beat), empty('rest'), ...lengthsOf(beat), ...typeOf(beat, voice), element('staff', number + 1)],
    {
      'print-object': beat.isEmpty ? 'no' : undefined,
    },
  )
}

function noteOf(note: model.Note, index: number, staff: PartStaff, voice: number): string {
  const { beat } = note
  const isTied = note.tieOrigin !== null || note.isTieDestination
  const parts = [
    graceOf(beat),
    index > 0 ? empty('chord') : '',
    note.isPercussion ? unpitched(note) : pitched(note),
    ...lengthsOf(beat),
    isTied ? empty('tie', { type: 'stop' }) : '',
    note.isTieOrigin ? empty('tie', { type: 'start' }) : '',
    ...typeOf(beat, voice),
    headOf(note),
    element('staff', staff.number + 1),
    index === 0 && !staff.isTablature ? beamsOf(beat) : '',
    notationsOf(note, index === 0, staff),
    ...(index === 0 && !staff.isTablature ? lyricsOf(beat) : []),
    note.isPalmMute ? element('play', [element('mute', 'palm')]) : '',
  ]
  return element('note', parts)
}

function graceOf({ graceType }: model.Beat): string {
  const { None, BeforeBeat } = model.GraceType
  return graceType === None ? '' : empty('grace', { slash: graceType === BeforeBeat ? 'yes' : 'no' })
}

function lengthsOf(beat: model.Beat): string[] {
  return beat.graceType === model.GraceType.None ? [element('duration', beat.displayDuration)] : []
}

function typeOf(beat: model.Beat, voice: number): string[] {
  const { duration, dots, hasTuplet, tupletNumerator, tupletDenominator } = beat
  return [
    element('voice', voice),
    element('type', TYPES[duration] ?? 'quarter'),
    ...Array.from({ length: dots }, () => empty('dot')),
    hasTuplet
      ? element('time-modification', [
          element('actual-notes', tupletNumerator),
          element('normal-notes', tupletDenominator),
        ])
      : '',
  ]
}

/** The fretted pitch, also of a harmonic. */
function writtenPitch(note: model.Note): number {
  return note.isStringed ? note.stringTuning + note.fret : note.octave * 12 + note.tone
}

function pitched(note: model.Note): string {
  const { step, alter, octave } = spelled(writtenPitch(note), note.beat.voice.bar.keySignature)
  return element('pitch', [
    element('step', step),
    alter === 0 ? '' : element('alter', alter),
    element('octave', octave),
  ])
}

const MIDDLE_LINE = { step: 'B', octave: 4 }

function unpitched(note: model.Note): string {
  const hasLine = note.octave > 0
  const { step, octave } = hasLine ? spelled(note.octave * 12 + note.tone, 0) : MIDDLE_LINE
  return element('unpitched', [element('display-step', step), element('display-octave', octave)])
}

function headOf({ isDead, isGhost, isHarmonic }: model.Note): string {
  if (isDead) return element('notehead', 'x')
  if (isGhost) return element('notehead', 'normal', { parentheses: 'yes' })
  return isHarmonic ? element('notehead', 'diamond') : ''
}

function lyricsOf({ lyrics }: model.Beat): string[] {
  return (lyrics ?? []).flatMap((text, line) =>
    text === ''
      ? []
      : [element('lyric', [element('syllabic', 'single'), element('text', text)], { number: line + 1 })],
  )
}
