// Notes placed per second, on one core, beside the rule of the lowest fret on the same music.
import { performance } from 'node:perf_hooks'
import { readModel } from '../src/plugins/positions/model.js'
import { score } from '../src/plugins/positions/score.js'
import type { TablaturePiece } from '../src/plugins/positions/tokens.js'
import weights from '../src/plugins/positions/weights/fingerstyle.json' with { type: 'json' }
import { median, reportFigure, reportRatio } from './harness.js'
import { createRandom } from './random.js'

const LIMIT = 50_000
const PIECES = 30
const BEATS = 400
const ROUNDS = 7

/** Fingerstyle as a table of chords: a bass on each beat, arpeggios between, a melody on top. */
const CHORDS = [
  [48, 52, 55, 60, 64],
  [45, 52, 57, 60, 64],
  [41, 53, 57, 60, 65],
  [43, 50, 55, 59, 67],
  [40, 52, 55, 59, 64],
  [50, 57, 62, 65, 69],
]

function pieceOf(seed: number): TablaturePiece {
  const random = createRandom(seed)
  const notes: TablaturePiece['notes'][number][] = []
  const add = (onset: number, pitch: number) => notes.push({ onset, duration: 1, pitch, string: 1, fret: 0 })
  for (let beat = 0; beat < BEATS; beat += 1) {
    const chord = CHORDS[(Math.floor(beat / 4) + random.below(2)) % CHORDS.length] ?? []
    add(beat, chord[0] ?? 40)
    add(beat, (chord[4] ?? 64) + random.below(10))
    if (random.below(10) < 3) for (const pitch of chord.slice(1, 4)) add(beat, pitch)
    else for (let part = 1; part < 4; part += 1) add(beat + part / 4, chord[1 + random.below(4)] ?? 60)
  }
  return { tuning: [64, 59, 55, 50, 45, 40], capo: 0, notes }
}

const model = readModel(weights)
const pieces = Array.from({ length: PIECES }, (_, seed) => pieceOf(seed + 1))
const speeds = new Map<string, number[]>()
for (let round = -1; round < ROUNDS; round += 1) {
  for (const { name, notesPerSecond } of score(pieces, model, () => performance.now())) {
    if (round >= 0) speeds.set(name, [...(speeds.get(name) ?? []), notesPerSecond])
  }
}
const speedOf = (name: string) => median(speeds.get(name) ?? [])
const lowest = speedOf('lowest-fret')
for (const name of ['whole', 'causal']) {
  reportFigure({
    name: `positions, ${name}`,
    figure: speedOf(name),
    unit: 'notes/s',
    limit: LIMIT,
    atLeast: true,
  })
}
// A learned model weighs some dozen observations where the rule adds frets.
reportRatio({
  name: 'positions, whole piece beside lowest fret',
  figure: speedOf('whole'),
  peer: lowest,
  unit: 'notes/s',
  limit: 0.01,
  atLeast: true,
})
