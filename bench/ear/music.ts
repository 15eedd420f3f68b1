import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPlacedPieces } from '../../cli/commands/positions/positions.js'
import { readChecked } from '../../src/plugins/score-files/reading/read-score.js'
import { ROOT } from '../support/harness.js'
import type { Random } from '../support/random.js'
import { chordsOf, type WantedNote } from './rendered-guitar.js'

const TABLATURE = join(ROOT, '../shared/data/positions/fingerstyle-train.json.gz')
const SCORES = join(ROOT, '../shared/data/guitar-pro')
const SECONDS_PER_BEAT = 0.6
/** Pitches of the recorded plucks. */
const [LOWEST, HIGHEST] = [38, 85]
/** Strings of a chord voicing. */
const LEAST_STRINGS = 3
const GUITAR_STRINGS = 6

export interface Piece {
  /** Sounding MIDI notes of the open strings with capo, highest string first. */
  readonly open: readonly number[]
  readonly notes: readonly WantedNote[]
}

export interface Voicing {
  readonly open: readonly number[]
  readonly notes: readonly { readonly string: number; readonly pitch: number }[]
}

/** Reads guitar tablature whose every note can be rendered. */
export async function readPieces(random: Random): Promise<Piece[]> {
  const dynamics = () => (40 + random.below(60)) / 100
  const tablature = readPlacedPieces(readFileSync(TABLATURE), TABLATURE).map(({ tuning, capo, notes }) => ({
    open: tuning.map(pitch => pitch + capo),
    notes: notes.map(({ onset, duration, pitch, string }) => ({
      ...{ at: onset * SECONDS_PER_BEAT, length: duration * SECONDS_PER_BEAT },
      ...{ pitch, string, velocity: dynamics() },
    })),
  }))
  const files = readdirSync(SCORES, { recursive: true, encoding: 'utf8' }).filter(name =>
    /\.gp[345x]?$/.test(name),
  )
  const songs = await Promise.all(
    files.sort().map(async name => readChecked(readFileSync(join(SCORES, name)))),
  )
  const scores = songs.flatMap(({ song }) =>
    (song.tracks ?? []).map(({ tuning = [], capo = 0, notes = [] }) => ({
      open: tuning.map(pitch => pitch + capo),
      notes: notes.map(({ time = 0, duration = 0, midi: pitch, string = 0 }) => ({
        ...{ at: time, length: duration, pitch, string, velocity: dynamics() },
      })),
    })),
  )
  const isPlayable = ({ pitch, string }: WantedNote) => string > 0 && pitch >= LOWEST && pitch <= HIGHEST
  return [...tablature, ...scores].filter(
    ({ open, notes }) => open.length === GUITAR_STRINGS && notes.length > 0 && notes.every(isPlayable),
  )
}

/** Finds the different chords in pieces. */
export function voicingsOf(pieces: readonly Piece[]): Voicing[] {
  const found = new Map<string, Voicing>()
  for (const { open, notes } of pieces) {
    for (const chord of chordsOf(notes)) {
      const strings = new Set(chord.map(({ string }) => string))
      if (strings.size < LEAST_STRINGS || strings.size < chord.length) continue
      const voicing = chord.map(({ string, pitch }) => ({ string, pitch }))
      if (new Set(voicing.map(({ pitch }) => pitch)).size === strings.size)
        found.set(JSON.stringify(voicing), { open, notes: voicing })
    }
  }
  return [...found.values()]
}
