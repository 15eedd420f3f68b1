/**
 * Writes MusicXML 4.0: https://www.w3.org/2021/06/musicxml40/. Fretted instruments get a notation and a
 * tablature staff. Data that MusicXML can't express is stored in a processing instruction.
 */
import { model } from '../../engine.js'
import { embeddedContent, embeddedText } from '../embedded-score.js'
import { drumInstruments, drumsOf } from './drums.js'
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
  return `${begin}${instruction(embeddedText(score, begin + end))}${end}`
}

const INSTRUCTION = /<\?fretwork (\{.*?\})\?>\n/

function instruction(json: string): string {
  // Text in the song must not end the processing instruction.
  return `<?fretwork ${json.replaceAll('>', '\\u003e')}?>\n`
}

/** Returns `undefined` if another program has written or modified the file. */
export function embeddedScore(text: string): Record<string, unknown> | undefined {
  const [found, json] = INSTRUCTION.exec(text) ?? []
  return found === undefined || json === undefined
    ? undefined
    : embeddedContent(
        text.replace(found, () => ''),
        json,
      )
}

function titles({ title, subTitle, artist, words, tab, copyright }: model.Score): string {
  const creator = (type: string, name: string) => (name === '' ? '' : element('creator', name, { type }))
  const identification = [
    creator('composer', artist),
    creator('lyricist', words),
    creator('arranger', tab),
    copyright === '' ? '' : element('rights', copyright),
    element('encoding', [element('software', 'Fretwork')]),
  ]
  return [
    element('work', [element('work-title', title)]),
    subTitle === '' ? '' : element('movement-title', subTitle),
    element('identification', identification),
  ].join('\n')
}

const instrumentId = (track: model.Track) => `${partId(track)}-I1`
const partId = ({ index }: model.Track) => `P${index + 1}`

function scorePart(track: model.Track): string {
  const id = partId(track)
  const { program, primaryChannel, volume, balance } = track.playbackInfo
  const instrument = instrumentId(track)
  const drums = drumsOf(track)
  return element(
    'score-part',
    [
      element('part-name', track.name),
      track.shortName === '' ? '' : element('part-abbreviation', track.shortName),
      ...(drums.length > 0
        ? [drumInstruments(id, drums)]
        : [
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
          ]),
    ],
    { id },
  )
}

const MOST_VOLUME = 16
const percent = (volume: number) => Math.round((volume / MOST_VOLUME) * 100)

function part(track: model.Track): string {
  const staves = partStaves(track)
  const late = new Map<PartStaff, PlacedBeat[]>()
  const measures = track.score.masterBars.map(masterBar => {
    const { index } = masterBar
    const directions = track.index === 0 ? directionsOf(masterBar) : []
    const { left, right } = barlinesOf(masterBar)
    let end = 0
    const content = staves.map(staff => {
      const back = end > 0 ? element('backup', [element('duration', end)]) : ''
      const written = voices(staff, index, staff === staves[0] ? directions : [], late)
      end = written.end
      return back + written.text
    })
    return [
      `<measure number="${index + 1}"${masterBar.isAnacrusis ? ' implicit="yes"' : ''}>`,
      left,
      attributesOf(track, staves, index),
      ...content,
      right,
      '</measure>\n',
    ].join('')
  })
  return `<part id="${partId(track)}">\n${measures.join('')}</part>\n`
}

interface PlacedBeat {
  /** Ticks since the start of the bar. */
  readonly at: number
  readonly beat: model.Beat
}

/**
 * Writes all voices of a staff. Directions are placed between the beats of the first voice.
 *
 * @param late beats left over from a previous bar that was too long
 */
function voices(
  staff: PartStaff,
  index: number,
  directions: readonly Directions[],
  late: Map<PartStaff, PlacedBeat[]>,
): { text: string; end: number } {
  const bar = playedBar(staff.staff.bars[index])
  if (!bar) return { text: '', end: 0 }
  const waiting = [...directions]
  const directionsUpTo = (place: number) =>
    waiting
      .splice(0, waiting.filter(({ at }) => at <= place).length)
      .map(direction => direction.text)
      .join('')
  const meter = bar.masterBar.calculateDuration()
  const placed = [...writtenVoices(bar).map(placedBeats), late.get(staff) ?? []]
  const next: PlacedBeat[] = []
  let text = ''
  let position = 0
  for (const [place, beats] of placed.entries()) {
    if (beats.length === 0) continue
    if (position > 0) text += element('backup', [element('duration', position)])
    position = 0
    for (const { at, beat } of beats) {
      if (at >= meter && !beat.graceType && bar.masterBar.nextMasterBar) {
        next.push({ at: at - meter, beat })
        continue
      }
      if (at > position) text += element('forward', [element('duration', at - position)])
      text += directionsUpTo(at)
      if (staff.isFirst) text += programsOf(beat) + harmonyOf(beat)
      text += notesOf(beat, staff, staff.number * VOICES_PER_STAFF + place + 1)
      position = at + lengthOf(beat)
    }
  }
  late.set(staff, next)
  const end = Math.max(position, meter)
  // An incomplete bar must not end with its last note.
  if (end > position) text += element('forward', [element('duration', end - position)])
  return { text: text + directionsUpTo(Number.POSITIVE_INFINITY), end }
}

function placedBeats({ beats }: model.Voice): PlacedBeat[] {
  let end = 0
  return beats.map(beat => {
    const at = end
    end += lengthOf(beat)
    return { at, beat }
  })
}

function programsOf({ automations, voice }: model.Beat): string {
  const { track } = voice.bar.staff
  return automations
    .filter(
      ({ type, value }) =>
        type === INSTRUMENT && (voice.bar.index > 0 || value !== track.playbackInfo.program),
    )
    .map(({ value }) =>
      element('sound', [
        element('midi-instrument', [element('midi-program', value + 1)], { id: instrumentId(track) }),
      ]),
    )
    .join('')
}

const { Instrument: INSTRUMENT } = model.AutomationType

/** Resolves a simile mark to the bar whose notes it repeats. */
function playedBar(bar: model.Bar | null | undefined): model.Bar | undefined {
  if (!bar || bar.simileMark === model.SimileMark.None) return bar ?? undefined
  const before = bar.previousBar
  return playedBar(bar.simileMark === model.SimileMark.Simple ? before : before?.previousBar)
}

function writtenVoices({ voices }: model.Bar): model.Voice[] {
  return voices.filter(({ index, beats }) => index === 0 || beats.some(({ isEmpty }) => !isEmpty))
}

/** Returns the length in ticks; 0 for grace notes. */
function lengthOf(beat: model.Beat): number {
  return beat.graceType === 0 ? beat.displayDuration : 0
}

const NAME = /^([A-G])(#|b)?([^/]*)(?:\/([A-G])(#|b)?)?$/
/** MusicXML kinds by suffix; unknown suffixes are written as text. */
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

/** Writes frets by string, string 1 first; −1 is not played. */
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
