/**
 * MusicXML 4.0: https://www.w3.org/2021/06/musicxml40/. Fretted instruments have a staff and a tablature. Data MusicXML
 * can't express is in a processing instruction for our reader.
 */
import { model } from '../../engine.js'
import { ownContent, ownText } from '../own-content.js'
import HARMONY_KINDS from './harmony-kinds.json' with { type: 'json' }
import { attributesOf, barlinesOf, type Directions, directionsOf } from './measure.js'
import { notesOf } from './notes.js'
import { type PartStaff, partStaves, VOICES_PER_STAFF } from './staves.js'
import { element } from './xml.js'

const HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  '<!DOCTYPE score-partwise PUBLIC "-//Recordare//DTD MusicXML 4.0 Partwise//EN" "http://www.musicxml.org/dtds/partwise.dtd">\n'

export function musicXml(score: model.Score): string {
  const begin = `${HEAD}<score-partwise version="4.0">\n${titles(score)}`
  const parts = score.tracks.map(track => `${scorePart(track)}\n`).join('')
  const list = `<part-list>\n${parts}</part-list>\n`
  const end = `${list}${score.tracks.map(part).join('')}</score-partwise>\n`
  return `${begin}${instruction(ownText(score, begin + end))}${end}`
}

const INSTRUCTION = /<\?fretwork (\{.*?\})\?>\n/

function instruction(json: string): string {
  // No text of a song may end the instruction.
  return `<?fretwork ${json.replaceAll('>', '\\u003e')}?>\n`
}

/** `undefined` where another program has written or changed the file. */
export function ownScore(text: string): Record<string, unknown> | undefined {
  const [found, json] = INSTRUCTION.exec(text) ?? []
  return found === undefined || json === undefined
    ? undefined
    : ownContent(
        text.replace(found, () => ''),
        json,
      )
}

function titles({ title, subTitle, artist, words, copyright }: model.Score): string {
  const creator = (type: string, name: string) => (name === '' ? '' : element('creator', name, { type }))
  const identification = [
    creator('composer', artist),
    creator('lyricist', words),
    copyright === '' ? '' : element('rights', copyright),
    element('encoding', [element('software', 'Fretwork')]),
  ]
  return [
    element('work', [element('work-title', title)]),
    subTitle === '' ? '' : element('movement-title', subTitle),
    element('identification', identification),
  ].join('\n')
}

const partId = ({ index }: model.Track) => `P${index + 1}`

function scorePart(track: model.Track): string {
  const id = partId(track)
  const { program, primaryChannel, volume, balance } = track.playbackInfo
  const instrument = `${id}-I1`
  return element(
    'score-part',
    [
      element('part-name', track.name),
      track.shortName === '' ? '' : element('part-abbreviation', track.shortName),
      element('score-instrument', [element('instrument-name', track.name || 'Instrument')], {
        id: instrument,
      }),
      element(
        'midi-instrument',
        [
          element('midi-channel', (primaryChannel % 16) + 1),
          element('midi-program', program + 1),
          element('volume', percent(volume)),
          element('pan', Math.round((balance / MOST_VOLUME) * 180 - 90)),
        ],
        { id: instrument },
      ),
    ],
    { id },
  )
}

const MOST_VOLUME = 16
const percent = (volume: number) => Math.round((volume / MOST_VOLUME) * 100)

function part(track: model.Track): string {
  const staves = partStaves(track)
  const measures = track.score.masterBars.map(masterBar => {
    const { index } = masterBar
    const directions = track.index === 0 ? directionsOf(masterBar) : []
    const { left, right } = barlinesOf(masterBar)
    return [
      `<measure number="${index + 1}"${masterBar.isAnacrusis ? ' implicit="yes"' : ''}>`,
      left,
      attributesOf(track, staves, index),
      ...staves.map(
        (staff, place) =>
          `${place > 0 ? backup(staves[place - 1], index) : ''}${voices(staff, index, place > 0 ? [] : directions)}`,
      ),
      right,
      '</measure>\n',
    ].join('')
  })
  return `<part id="${partId(track)}">\n${measures.join('')}</part>\n`
}

/** All voices of a staff, with directions between the beats of the first. */
function voices(staff: PartStaff, index: number, directions: readonly Directions[]): string {
  const bar = playedBar(staff.staff.bars[index])
  if (!bar) return ''
  const waiting = [...directions]
  const directionsUpTo = (place: number) =>
    waiting
      .splice(0, waiting.filter(({ at }) => at <= place).length)
      .map(direction => direction.text)
      .join('')
  let text = ''
  let position = 0
  for (const voice of writtenVoices(bar)) {
    if (position > 0) text += element('backup', [element('duration', position)])
    position = 0
    for (const beat of voice.beats) {
      text += directionsUpTo(position)
      if (staff.isFirst) text += harmonyOf(beat)
      text += notesOf(beat, staff, staff.number * VOICES_PER_STAFF + voice.index + 1)
      position += lengthOf(beat)
    }
  }
  const rest = lengthOfBar(bar) - position
  // A bar that lasts less than its meter would end with its notes.
  if (rest > 0) text += element('forward', [element('duration', rest)])
  return text + directionsUpTo(Number.POSITIVE_INFINITY)
}

function backup(staff: PartStaff | undefined, index: number): string {
  const bar = playedBar(staff?.staff.bars[index])
  return bar ? element('backup', [element('duration', lengthOfBar(bar))]) : ''
}

/** A bar with a simile mark has the notes of one before it. */
function playedBar(bar: model.Bar | null | undefined): model.Bar | undefined {
  if (!bar || bar.simileMark === model.SimileMark.None) return bar ?? undefined
  const before = bar.previousBar
  return playedBar(bar.simileMark === model.SimileMark.Simple ? before : before?.previousBar)
}

function lengthOfBar(bar: model.Bar): number {
  const beats = writtenVoices(bar).at(-1)?.beats ?? []
  const content = beats.reduce((sum, beat) => sum + lengthOf(beat), 0)
  return Math.max(content, bar.masterBar.calculateDuration())
}

function writtenVoices({ voices }: model.Bar): model.Voice[] {
  return voices.filter(({ index, beats }) => index === 0 || beats.some(({ isEmpty }) => !isEmpty))
}

/** Ticks; none for grace notes. */
function lengthOf(beat: model.Beat): number {
  return beat.graceType === 0 ? beat.displayDuration : 0
}

const NAME = /^([A-G])(#|b)?([^/]*)(?:\/([A-G])(#|b)?)?$/
/** Kinds of MusicXML; other suffixes keep their text. */
const KINDS: Readonly<Record<string, string>> = HARMONY_KINDS

function harmonyOf({ chord }: model.Beat): string {
  if (!chord) return ''
  const [, step, sign, suffix = '', bass, bassSign] = NAME.exec(chord.name.trim()) ?? []
  if (step === undefined) {
    if (chord.name === '') return ''
    return element('direction', [element('direction-type', [element('words', chord.name)])], {
      placement: 'above',
    })
  }
  const kind = element('kind', KINDS[suffix] ?? 'other', { text: suffix })
  return element('harmony', [
    element('root', [element('root-step', step), alter('root-alter', sign)]),
    kind,
    bass === undefined ? '' : element('bass', [element('bass-step', bass), alter('bass-alter', bassSign)]),
    frameOf(chord),
  ])
}

function alter(name: string, sign: string | undefined): string {
  return sign === undefined ? '' : element(name, sign === '#' ? 1 : -1)
}

const FRETS = 4

/** Strings from the first; −1 is not played. */
function frameOf({ strings, firstFret }: model.Chord): string {
  if (strings.every(fret => fret < 0)) return ''
  const rows = Math.max(FRETS, ...strings.map(fret => fret - firstFret + 1))
  const notes = strings.flatMap((fret, index) =>
    fret < 0 ? [] : [element('frame-note', [element('string', index + 1), element('fret', fret)])],
  )
  return element('frame', [
    element('frame-strings', strings.length),
    element('frame-frets', rows),
    firstFret > 1 ? element('first-fret', firstFret) : '',
    ...notes,
  ])
}
