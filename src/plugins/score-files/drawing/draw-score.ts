import type { Song } from '../../../music/song/song.js'
import { type SongKey, songKeys, spelledNote, transposedKey } from '../../../music/song/song-keys.js'
import { pickupOf } from '../../../music/song/song-time.js'
import {
  LayoutMode,
  model,
  NotationElement,
  QUARTER,
  rendering,
  Settings,
  StaveProfile,
  TabRhythmMode,
} from '../engine.js'
import type { Drawing, DrawingOptions, DrawnBar, DrawnHead, DrawnNote, DrawnStaves } from '../tokens.js'
import { scoreFor } from '../writing/write-score.js'
import { engraved, isPlayable, isStringless, sharpenLeadingNotes } from './engraving.js'

/** @throws alphaTab's error if it can't draw the score */
export function drawScore(
  opened: Song,
  { tracks: wanted, staves, scale, transpose = 0, pageWidth }: DrawingOptions,
): Drawing {
  const isOneGuitar = !opened.score && staves === 'tablature' && wanted.length > 1
  const song = isOneGuitar ? onOneTrack(opened, wanted) : opened
  const tracks = isOneGuitar ? [0] : wanted
  // The key signatures in the song header are still untransposed.
  const keys = songKeys(transpose === 0 ? opened : lowered(opened, transpose))
  const isSigned = opened.score !== undefined || opened.header.keySignatures.length > 0
  const score = engraved(scoreFor(song, 'auto', true), isSigned ? [] : keys)
  if (transpose !== 0) transposeScore(score, transpose, song.score !== undefined)
  spellFlats(score, songKeys(opened))
  sharpenLeadingNotes(score, keys)
  const settings = new Settings()
  settings.core.engine = 'svg'
  settings.core.useWorkers = false
  settings.core.enableLazyLoading = false
  settings.core.includeNoteBounds = true
  settings.display.scale = scale
  settings.display.staveProfile = PROFILES[staves]
  if (staves === 'tablature') settings.notation.rhythmMode = TabRhythmMode.ShowWithBars
  settings.display.layoutMode = pageWidth === undefined ? LayoutMode.Horizontal : LayoutMode.Page
  for (const element of TITLES) settings.notation.elements.set(element, false)
  settings.display.padding = [8, 8, 8, 8]
  const renderer = new rendering.ScoreRenderer(settings)
  renderer.width = pageWidth ?? ANY_WIDTH
  const finished: rendering.RenderFinishedEventArgs[] = []
  let failure: Error | undefined
  renderer.partialRenderFinished.on(piece => void finished.push(piece))
  renderer.error.on(error => {
    failure = error
  })
  const shown = tracks.map(track => writtenTrack(song, track)).filter(index => index < score.tracks.length)
  renderer.renderScore(score, shown.length > 0 ? shown : [0])
  if (failure) throw failure
  const last = finished.at(-1)
  const numbered = pickupOf(song.header) ? fromZero : (svg: string) => svg
  return {
    width: last?.totalWidth ?? 0,
    height: last?.totalHeight ?? 0,
    pieces: finished
      .filter(({ renderResult }) => renderResult && !String(renderResult).includes(CREDIT))
      .map(({ x, y, width, height, renderResult }) => ({
        x,
        y,
        width,
        height,
        svg: themed(numbered(String(renderResult))),
      })),
    bars: renderer.boundsLookup ? barsOf(renderer.boundsLookup) : [],
    order: orderOf(song, score),
  }
}

/** Merges a guitar's melody and bass tracks into a single tablature, as shown on the neck. */
function onOneTrack(song: Song, tracks: readonly number[]): Song {
  const [first, ...others] = tracks.flatMap(index => song.tracks[index] ?? [])
  if (!first) return song
  const notes = [first, ...others].flatMap(track => track.notes).sort((a, b) => a.ticks - b.ticks)
  return { ...song, tracks: [{ ...first, notes }] }
}

const PROFILES: Readonly<Record<DrawnStaves, StaveProfile>> = {
  tablature: StaveProfile.Tab,
  notation: StaveProfile.Score,
  both: StaveProfile.ScoreTab,
}

const ANY_WIDTH = 1000
/** Text that alphaTab adds below the music. It is removed: the license page credits alphaTab. */
const CREDIT = 'rendered by alphaTab'

const TITLES = [
  NotationElement.ScoreTitle,
  NotationElement.ScoreSubTitle,
  NotationElement.ScoreArtist,
  NotationElement.ScoreAlbum,
  NotationElement.ScoreWords,
  NotationElement.ScoreMusic,
  NotationElement.ScoreWordsAndMusic,
  NotationElement.ScoreCopyright,
  NotationElement.GuitarTuning,
  NotationElement.TrackNames,
]

function lowered(song: Song, semitones: number): Song {
  const tracks = song.tracks.map(track => ({
    ...track,
    notes: track.notes.map(note => ({ ...note, midi: note.midi - semitones })),
  }))
  return { ...song, tracks }
}

/** Transposes keys, and written notes whose pitch isn't determined by a fret. */
function transposeScore({ tracks }: model.Score, semitones: number, isWritten: boolean): void {
  for (const { bars, isPercussion } of tracks.flatMap(({ staves }) => staves)) {
    for (const bar of isPercussion ? [] : bars) {
      if (semitones % 12 !== 0) bar.keySignature = modulo(bar.keySignature + 7 * semitones + 5, 12) - 5
      const beats = isWritten ? bar.voices.flatMap(voice => voice.beats) : []
      for (const note of beats.flatMap(beat => beat.notes)) {
        if (!isStringless(note)) continue
        if (note.isStringed) note.fret += semitones
        const pitch = note.octave * 12 + note.tone + semitones
        note.octave = Math.floor(pitch / 12)
        note.tone = modulo(pitch, 12)
      }
    }
  }
}

/** Spells notes with flats according to the detected key if the file has neither a key nor accidentals. */
function spellFlats({ tracks }: model.Score, [key, ...others]: readonly SongKey[]): void {
  if (!key || others.length > 0) return
  for (const { bars, isPercussion, displayTranspositionPitch } of tracks.flatMap(({ staves }) => staves)) {
    const written = transposedKey(key, -displayTranspositionPitch)
    const notes = bars.flatMap(({ voices }) =>
      voices.flatMap(({ beats }) => beats.flatMap(beat => beat.notes)),
    )
    if (isPercussion || bars.some(bar => bar.keySignature !== 0)) continue
    if (notes.some(({ accidentalMode }) => accidentalMode !== model.NoteAccidentalMode.Default)) continue
    for (const note of notes)
      if (spelledNote(note.displayValue, written).includes('b'))
        note.accidentalMode = model.NoteAccidentalMode.ForceFlat
  }
}

const modulo = (number: number, by: number) => ((number % by) + by) % by

function writtenTrack({ score, tracks }: Song, track: number): number {
  return score ? track : tracks.slice(0, track).filter(({ notes }) => notes.length > 0).length
}

function orderOf(song: Song, score: model.Score): Drawing['order'] {
  if (song.score) return song.score.bars.map(({ ticks, bar }) => ({ quarter: ticks / song.header.ppq, bar }))
  let quarter = 0
  return score.masterBars.map((bar, index) => {
    const begin = quarter
    quarter += bar.calculateDuration() / QUARTER
    return { quarter: begin, bar: index }
  })
}

/** In single-line layout, alphaTab includes all previous bars in each partial result. */
function barsOf({ staffSystems }: rendering.BoundsLookup): DrawnBar[] {
  const bars = new Map(staffSystems.flatMap(system => system.bars.map(bar => [bar.index, bar] as const)))
  return [...bars.values()]
    .sort((a, b) => a.index - b.index)
    .map(({ visualBounds, bars: staves, bars: [first] }) => ({
      x: visualBounds.x,
      y: visualBounds.y,
      width: visualBounds.w,
      height: visualBounds.h,
      heads: staves.flatMap(({ beats }) => beats.flatMap(headsOf)),
      beats: (first?.beats ?? [])
        .filter(({ beat }) => beat.voice.index === 0 || beat.notes.length > 0)
        .map(({ beat, onNotesX }) => ({
          at: beat.playbackStart / QUARTER,
          x: onNotesX,
          notes: beat.notes.map(drawnNote),
        }))
        .sort((a, b) => a.at - b.at || a.x - b.x),
    }))
}

function headsOf({ beat, notes }: rendering.BeatBounds): DrawnHead[] {
  return (notes ?? []).map(({ note, noteHeadBounds: { x, y, w, h } }) => ({
    ...drawnNote(note),
    at: beat.playbackStart / QUARTER,
    ...{ x, y, width: w, height: h },
  }))
}

function drawnNote(note: model.Note): DrawnNote {
  const { tuning } = note.beat.voice.bar.staff
  const position = isPlayable(note) ? { string: tuning.length - note.string + 1, fret: note.fret } : {}
  return { pitch: note.realValue, ...position }
}

/** Maps alphaTab's colors to opacity. The surrounding text sets the color. */
const STRENGTHS: Readonly<Record<string, number>> = {
  '#000000': 1,
  '#222211': 0.7,
  '#A5A5A5': 0.45,
  '#C80000': 0.7,
}
const COLOR = /\b(fill|stroke)="(#[0-9A-F]{6}|rgba\(0,0,0,([0-9.]+)\))"/g

const NUMBER = /(<text[^>]*fill="#C80000"[^>]*>)(\d+)(?=\s*<\/text>)/g

/** Numbers bars from 0 if there is a pickup. alphaTab always starts at 1. */
function fromZero(svg: string): string {
  return svg.replace(NUMBER, (_, tag: string, number: string) => `${tag}${Number(number) - 1}`)
}

function themed(svg: string): string {
  return svg.replace(COLOR, (whole, name: string, color: string, opacity?: string) => {
    const strength = opacity === undefined ? STRENGTHS[color] : Number(opacity)
    if (strength === undefined) return whole
    return `${name}="currentColor"${strength === 1 ? '' : ` ${name}-opacity="${strength}"`}`
  })
}
