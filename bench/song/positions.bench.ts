// Fingering speed in notes per second on one core, compared with the lowest-fret rule on the same music.
import { performance } from 'node:perf_hooks'
import type { TablaturePiece } from '../../src/music/fingering/fingering.js'
import weights from '../../src/music/fingering/guitar.json' with { type: 'json' }
import { beginLive, next } from '../../src/music/fingering/live.js'
import { readModel } from '../../src/music/fingering/model.js'
import { score } from '../../src/music/fingering/score.js'
import { PlayedPositions } from '../../src/plugins/fretboard/playing/played-positions.js'
import { median, quantile, reportFigure, reportRatio } from '../support/harness.js'
import { createRandom } from '../support/random.js'

const LIMIT = 50_000
const PIECES = 30
const BEATS = 400
const ROUNDS = 7
/** Time limit per note, ms. A frame takes 16.7 ms. */
const NOTE_LIMIT_MS = 2

/** Fingerstyle: a bass note on each beat, arpeggios and a melody on top. */
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
for (let round = -1; round < ROUNDS; round += 1)
  for (const { name, notesPerSecond } of score(pieces, model, () => performance.now()))
    if (round >= 0) speeds.set(name, [...(speeds.get(name) ?? []), notesPerSecond])
const speedOf = (name: string) => median(speeds.get(name) ?? [])
const lowest = speedOf('lowest-fret')
for (const name of ['whole', 'causal'])
  reportFigure(`positions, ${name}`, speedOf(name), `≥ ${LIMIT} notes/s`)
// The model evaluates dozens of features, while the rule only adds frets.
reportRatio('positions, whole piece against lowest fret', [speedOf('whole'), lowest], 'notes/s', '≥ 0.01×')

/** Plays chords rolled by 1 ms per note and recalculates their positions after each note. */
function placedAsPlayed({ notes, tuning }: TablaturePiece): number[] {
  const service = { begin: (neck: Parameters<typeof beginLive>[0]) => beginLive(neck, model), next }
  const played = new PlayedPositions(service, { strings: tuning, capo: 0, fretMin: 0, fretMax: 12 })
  const inTime = notes
    .map(({ onset, pitch }, index) => ({ atMs: onset * 500 + (index % 5), id: { index }, pitch }))
    .sort((a, b) => a.atMs - b.atMs)
  let sounding: {
    readonly id: object
    readonly pitch: number
    readonly atMs: number
    string: number | undefined
  }[] = []
  return inTime.map(({ id, pitch, atMs }) => {
    sounding = [...sounding.filter(note => note.atMs > atMs - 500), { id, pitch, atMs, string: undefined }]
    const began = performance.now()
    const strings = played.noteOn(
      'keys',
      id,
      atMs,
      sounding.map(note => ({ id: note.id, pitch: note.pitch, down: true, string: note.string })),
    )
    const took = performance.now() - began
    for (const note of sounding) if (strings.has(note.id)) note.string = strings.get(note.id)
    return took
  })
}
const noteTimes = pieces.flatMap(placedAsPlayed)
reportFigure('a played note in one place, p99', quantile(noteTimes, 0.99), `≤ ${NOTE_LIMIT_MS} ms`)
