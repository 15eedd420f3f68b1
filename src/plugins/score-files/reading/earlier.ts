/**
 * Reads files as version 1.2 did. Pins and practice progress refer to those notes until a song is reloaded.
 */
import { midi, type model, Settings } from '../engine.js'
import { ScoreError } from '../score-error.js'
import { type JsonObject, listOf, scoreOfContent, writtenScore } from './written-score.js'

/** Maximum number of bars played, including repeats. Enough for hours of music. */
export const MOST_BARS = 20_000

/** @returns the score, and its bars in alphaTab's playing order */
export function earlierReading(read: model.Score, isMusicXml: boolean) {
  const content = isMusicXml && withoutCopies(writtenScore(read, []).content)
  const score = content ? scoreOfContent(content) : read
  const silent = new Proxy({}, { get: () => () => undefined }) as midi.IMidiFileHandler
  const generator = new midi.MidiFileGenerator(score, new Settings(), silent)
  const order: number[] = []
  generator.tickLookup.addMasterBar = ({ masterBar }) => {
    if (order.push(masterBar.index) > MOST_BARS) throw new ScoreError('score_endless', { limit: MOST_BARS })
  }
  generator.generate()
  delayByFirstGraces(score)
  return { score, order }
}

function delayByFirstGraces({ masterBars: [first], tracks }: model.Score): void {
  const staves = tracks.flatMap(track => track.staves)
  const beats = staves.flatMap(({ bars }) => bars[0]?.voices ?? []).flatMap(voice => voice.beats)
  const early = -Math.min(0, ...beats.map(({ playbackStart }) => playbackStart))
  if (!first || early === 0) return
  for (const beat of beats) beat.playbackStart += early
  const length = first.calculateDuration()
  first.calculateDuration = () => length + early
}

/** MusicXML repeats all guitar notes in a tablature staff. Keeps only the copy with positions. */
function withoutCopies(content: JsonObject): JsonObject | undefined {
  let found = false
  const tracks = listOf(content, 'tracks').map(track => {
    const staves = listOf(track, 'staves')
    const kept = staves.filter((staff, index) => !isCopied(staff, staves[index + 1]))
    found ||= kept.length < staves.length
    return { ...track, staves: kept }
  })
  return found ? { ...content, tracks } : undefined
}

function isCopied(staff: JsonObject, next: JsonObject | undefined): boolean {
  if (hasStrings(staff) || !hasStrings(next)) return false
  const notes = pitchesByBar(staff)
  return notes.length > 0 && `${notes}` === `${pitchesByBar(next)}`
}

function hasStrings(staff: JsonObject | undefined): boolean {
  return listOf(staff?.stringtuning as JsonObject | undefined, 'tunings').length > 0
}

function pitchesByBar(staff: JsonObject | undefined): string[] {
  const pitchesOf = (beat: JsonObject) =>
    listOf(beat, 'notes').map(({ octave = -1, tone = -1 }) => `${octave}:${tone}`)
  return listOf(staff, 'bars').map(bar => {
    const beats = listOf(bar, 'voices').flatMap(voice => listOf(voice, 'beats'))
    const chords = beats.map(beat => pitchesOf(beat).sort().join('+'))
    return chords.filter(chord => chord !== '').join(' ')
  })
}
