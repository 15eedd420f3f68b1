import type { FingeringSolver } from '../../../music/fingering/fingering.js'
import { openStrings } from '../../../music/guitar/tunings.js'
import type { Song, Track } from '../../../music/song/song.js'
import { DRUM_CHANNEL } from '../../../music/song/song-events.js'

type Solve = FingeringSolver['solve']

const SLICE = 800
const GUITAR = openStrings('E2 A2 D3 G3 B3 E4')
const BASS = openStrings('E1 A1 D2 G2')
const FRETS = 24

/**
 * Adds positions to tracks that have none.
 * @param pause lets the browser render in between
 */
export async function withPositions(song: Song, solve: Solve, pause: () => Promise<void>): Promise<Song> {
  const tracks: Track[] = []
  for (const track of song.tracks) tracks.push(await positioned(track, song.header.ppq, solve, pause))
  return { ...song, tracks }
}

async function positioned(
  track: Track,
  ppq: number,
  solve: Solve,
  pause: () => Promise<void>,
): Promise<Track> {
  const tuning = track.tuning ?? tuningFor(track)
  if (!tuning || track.notes.some(({ string }) => string !== undefined)) return track
  const notes = track.notes.toSorted((a, b) => a.ticks - b.ticks)
  const { capo = 0 } = track
  for (let from = 0; from < notes.length; from += SLICE) {
    const slice = notes.slice(from, from + SLICE)
    const asked = slice.map(({ ticks, durationTicks, midi }) => ({
      ...{ onset: ticks / ppq, duration: durationTicks / ppq, pitch: midi },
    }))
    const { notes: found } = solve(asked, { tuning: { strings: tuning }, capo })
    for (const [index, note] of slice.entries()) {
      const position = found[index]?.position
      if (position) notes[from + index] = { ...note, ...position }
    }
    await pause()
  }
  return { ...track, notes, tuning, capo }
}

function tuningFor({ notes, channel }: Track): number[] | undefined {
  if (channel === DRUM_CHANNEL || notes.length === 0) return undefined
  const pitches = notes.map(({ midi }) => midi)
  const [low, high] = [Math.min(...pitches), Math.max(...pitches)]
  return [GUITAR, BASS].find(strings => low >= Math.min(...strings) && high <= Math.max(...strings) + FRETS)
}
