import type { CommandContext } from '../../../core/kernel/plugin.js'
import { SETTINGS, TRANSLATOR } from '../../../core/kernel/tokens.js'
import { phrases } from '../../../core/platform/phrases.js'
import { NECK_VIEW } from '../../fretboard/tokens.js'
import { SONG_LIBRARY } from '../../library/tokens.js'
import { type OpenSong, PLAYBACK_SETTINGS, SONG_FINGERING, SONG_SESSION } from '../../player/tokens.js'
import { type DrawnPiece, SCORES } from '../../score-files/tokens.js'
import { tablatureSettings } from '../settings.js'
import { lettersOf } from '../tablature/song-tuning.js'
import { shownTracks } from './score-place.js'
import { stavesOf } from './views.js'

const SENTENCES = phrases({
  words: 'Words by {{name}}',
  music: 'Music by {{name}}',
  both: 'Words and music by {{name}}',
  arranger: 'Arranged by {{name}}',
  tab: 'Tab by {{name}}',
  tuning: 'Tuning: {{strings}}',
  capo: 'Capo on fret {{fret}}',
  page: 'Page {{page}} of {{pages}}',
})

const SCALE = 0.85

export interface PrintedScore {
  readonly title: string
  /** Second line: artist and album. */
  readonly credits: string
  /** Left: lyricist. Right: composer and arranger, one per line. */
  readonly authors: readonly [string, string]
  /** Track, tuning and capo. */
  readonly track: string
  readonly systems: readonly DrawnPiece[]
  readonly zoom: number
  readonly pageOf: (page: number, pages: number) => string
}

export async function printSong({ get, find, load }: CommandContext): Promise<void> {
  const { song } = get(SONG_SESSION).view.getState()
  if (!song) return
  const { PAPER_WIDTH, printScore } = await import('../ui/print-score.js')
  const fingering = get(SONG_FINGERING)
  const tracks = shownTracks(fingering.view.getState().notes)
  const staves = shownStaves(get)
  const { transpose } = get(PLAYBACK_SETTINGS).view.getState()
  const look = { tracks, staves, scale: SCALE, transpose, pageWidth: PAPER_WIDTH }
  const scores = await load(SCORES)
  const { pieces } = await scores.draw(fingering.onNeck(song.song, transpose), look)
  await printScore(printed({ get, find }, song, pieces))
}

const shownStaves = (get: CommandContext['get']) =>
  stavesOf(get(SETTINGS).store(tablatureSettings).getState().view)

export function printed(
  { get, find }: Pick<CommandContext, 'get' | 'find'>,
  { song, title, key }: OpenSong,
  systems: readonly DrawnPiece[],
  zoom = 1,
): PrintedScore {
  const { tuning, capo, noteNames } = get(NECK_VIEW).getState()
  const words = (sentence: string, values: Record<string, string | number>) =>
    get(TRANSLATOR).t('score', sentence, values)
  const kept = find(SONG_LIBRARY)
    ?.view.getState()
    .songs.find(each => each.key === key)
  const { artist, album, arranger } = { ...song.header, ...kept }
  const isTab = /\.gp[x\d]?$/i.test(kept?.file ?? '')
  const textOf = (name: 'words' | 'music') => {
    const text = song.score?.content[name]
    return typeof text === 'string' ? text.trim() : ''
  }
  const [lyricist, composer] = [textOf('words'), textOf('music')]
  const by = (sentence: string, name = '') => (name === '' ? [] : [words(sentence, { name })])
  const tracks = shownTracks(get(SONG_FINGERING).view.getState().notes)
  const names = tracks.flatMap(index => song.tracks[index]?.name || [])
  // MIDI files have no score, so any instrument can be shown as tablature.
  const isStrung =
    (!song.score && shownStaves(get) !== 'notation') ||
    tracks.some(index => isFretted(song.tracks[index]?.instrument.number ?? 0))
  return {
    title,
    credits: [artist === composer ? '' : artist, album].filter(Boolean).join(' · '),
    authors: [
      by(lyricist === composer ? SENTENCES.both : SENTENCES.words, lyricist).join(''),
      [
        ...(composer === lyricist ? [] : by(SENTENCES.music, composer)),
        ...by(isTab ? SENTENCES.tab : SENTENCES.arranger, arranger),
      ].join('\n'),
    ],
    track: [
      [...new Set(names)].join(', '),
      isStrung && words(SENTENCES.tuning, { strings: lettersOf(tuning.strings, noteNames) }),
      isStrung && capo > 0 && words(SENTENCES.capo, { fret: capo }),
    ]
      .filter(Boolean)
      .join(' · '),
    systems,
    zoom,
    pageOf: (page: number, pages: number) => words(SENTENCES.page, { page, pages }),
  }
}

/** Zero-based General MIDI programs of guitars and basses, and of sitar to koto. */
const isFretted = (program: number) => (program >= 24 && program <= 39) || (program >= 104 && program <= 107)
