import { openStringNames } from '../../src/core/music/guitar/tunings.js'
import type { Song, Track } from '../../src/core/music/song/song.js'
import { tabText } from './positions/positions-text.js'

export function songAsText(song: Song): string {
  const tracks = song.tracks.filter(
    ({ tuning, notes }) => tuning && notes.some(({ fret }) => fret !== undefined),
  )
  const parts = tracks.map(track => trackText(track, song.header.ppq))
  return `${[song.header.name, ...parts].filter(part => part !== '').join('\n\n')}\n`
}

function trackText({ name, tuning = [], capo = 0, notes }: Track, ppq: number): string {
  const strings = openStringNames(tuning).toReversed().join(' ')
  const heading = [name, strings, capo > 0 ? `capo ${capo}` : ''].filter(part => part !== '').join(', ')
  const onsets = notes.map(({ ticks, durationTicks, midi }) => ({
    ...{ onset: ticks / ppq, duration: durationTicks / ppq, pitch: midi },
  }))
  const positions = notes.map(({ string, fret }) => ({
    ...{ position: string === undefined || fret === undefined ? undefined : { string, fret } },
    ...{ confidence: 1, alternatives: [], octaves: 0 },
  }))
  return `${heading}\n${tabText(onsets, positions, tuning)}`
}
