// Feedback accuracy: simulated guitar students play tablature with known mistakes.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { readPlacedPieces } from '../../cli/commands/positions/positions.js'
import { createJudge } from '../../src/plugins/practice/judging/judge.js'
import type { JudgedNote } from '../../src/plugins/practice/judging/judged-notes.js'
import type { VerdictKind } from '../../src/plugins/practice/tokens.js'
import { quantile, ROOT, reportFigure } from '../support/harness.js'
import { heap } from '../support/heap.js'
import { createRandom } from '../support/random.js'

const FOLDER = join(ROOT, '../shared/data/positions')
const MS_PER_BEAT = 600
const BEATS_PER_BAR = 4
const WINDOW_MS = 100
/** Time limit for a verdict, ms (99th percentile). */
const VERDICT_MS = 1
const MOST_PIECES = 60
const MOST_NOTES = 600
/** Duration of a chord, ms. Chords of more than two notes may be rolled. */
const ROLL_MS = 25

interface Deed {
  readonly atMs: number
  readonly pitch: number
  /** Index of the note; undefined for a note that is not in the song. */
  readonly note?: number
  readonly kind: VerdictKind
}

function pieces(): readonly (readonly JudgedNote[])[] {
  const files = readdirSync(FOLDER).filter(name => name.endsWith('.json.gz'))
  const all = files.flatMap(name => readPlacedPieces(readFileSync(join(FOLDER, name)), name))
  const every = Math.max(1, Math.floor(all.length / MOST_PIECES))
  return all
    .filter((_, index) => index % every === 0)
    .slice(0, MOST_PIECES)
    .map(({ notes }) =>
      notes.slice(0, MOST_NOTES).map(({ onset, duration, pitch, string }, shown) => ({
        ...{ shown, onset, duration, pitch, string },
        atMs: onset * MS_PER_BEAT,
        bar: 1 + Math.floor(onset / BEATS_PER_BAR),
      })),
    )
}

/** Simulates a student with deviations of at most ±40 ms, usually near 0. */
function student(
  notes: readonly JudgedNote[],
  seed: number,
): { deeds: readonly Deed[]; left: ReadonlySet<number> } {
  const random = createRandom(seed)
  const jitter = () => ((random.below(100) + random.below(100) + random.below(100)) / 150 - 1) * 40
  const deeds: Deed[] = []
  const left = new Set<number>()
  const soundsNear = (pitch: number, atMs: number) =>
    notes.some(note => note.pitch === pitch && Math.abs(note.atMs - atMs) < 2 * MS_PER_BEAT)
  let inChord = 0
  for (const [index, { atMs, pitch }] of notes.entries()) {
    inChord = notes[index - 1]?.atMs === atMs ? inChord + 1 : 0
    // Two simultaneous notes of the same pitch count as one.
    const isDouble = notes.some((other, at) => at !== index && other.atMs === atMs && other.pitch === pitch)
    const chance = isDouble ? 99 : random.below(100)
    const due = atMs + inChord * (random.below(2) * ROLL_MS)
    if (chance < 2) left.add(index)
    else if (chance < 4) {
      const wrong = [1, -1, 2, -2].map(step => pitch + step).find(other => !soundsNear(other, atMs))
      // If every wrong pitch would match a nearby note, the right note is played instead.
      if (wrong === undefined) deeds.push({ atMs: due + jitter(), pitch, note: index, kind: 'hit' })
      else deeds.push({ atMs: atMs + jitter(), pitch: wrong, note: index, kind: 'wrong' })
    } else if (
      chance < 6 &&
      !notes.some((other, at) => at !== index && other.pitch === pitch && Math.abs(other.atMs - atMs) < 700)
    )
      deeds.push({
        atMs: atMs + 150 + random.below(80),
        pitch,
        note: index,
        kind: 'late',
      })
    else deeds.push({ atMs: due + jitter(), pitch, note: index, kind: 'hit' })
    if (random.below(100) < 2) {
      const extra = pitch + 6
      if (!soundsNear(extra, atMs))
        deeds.push({ atMs: atMs + MS_PER_BEAT / 2 + 120, pitch: extra, kind: 'extra' })
    }
  }
  return { deeds: deeds.sort((a, b) => a.atMs - b.atMs), left }
}

const OPTIONS = { windowMs: WINDOW_MS, chord: 'all', strictOctaves: true, strictStrings: false } as const

if (existsSync(FOLDER)) {
  const times: number[] = []
  let verdicts = 0
  let right = 0
  let rightNotes = 0
  let missed = 0
  for (const [seed, notes] of pieces().entries()) {
    const { deeds, left } = student(notes, seed + 1)
    const judge = createJudge({ notes, options: OPTIONS })
    for (const { atMs, pitch } of deeds) {
      const began = performance.now()
      judge.pass(atMs)
      judge.take({ pitch, atMs, songMs: atMs, rate: 1 })
      times.push(performance.now() - began)
    }
    judge.end(Number.POSITIVE_INFINITY)
    const wanted = new Map<number, VerdictKind>(
      deeds.flatMap(({ note, kind }) => (note === undefined ? [] : [[note, kind]])),
    )
    for (const note of left) wanted.set(note, 'missed')
    for (const [note, kind] of wanted) {
      const given = judge.verdicts.get(note)?.kind
      verdicts += 1
      if (given === kind) right += 1
      if (kind !== 'hit') continue
      rightNotes += 1
      if (given === 'missed') missed += 1
    }
  }
  reportFigure('verdicts that are right', (right / verdicts) * 100, '≥ 99.5 %')
  reportFigure('right notes that are called missed', (missed / rightNotes) * 100, '≤ 0.1 %')
  reportFigure('a verdict, p99', quantile(times, 0.99), `≤ ${VERDICT_MS} ms`)
  process.stdout.write(`  of ${verdicts} notes\n`)
} else process.stdout.write('  The tablature is missing; only time and memory are measured.\n')

/** Number of notes in ten minutes at twenty per second. */
const MANY = 12_000
const scale: readonly JudgedNote[] = Array.from({ length: MANY }, (_, shown) => ({
  ...{ shown, onset: shown / 12, duration: 1 / 12, pitch: 40 + (shown % 40) },
  ...{ atMs: shown * 50, bar: 1 + Math.floor(shown / 48), string: 1 },
}))
const judge = createJudge({ notes: scale, options: OPTIONS })
let before = 0
const slow: number[] = []
for (const [index, { atMs, pitch }] of scale.entries()) {
  const began = performance.now()
  judge.pass(atMs)
  judge.take({ pitch, atMs, songMs: atMs, rate: 1 })
  slow.push(performance.now() - began)
  if (index === MANY / 4) before = heap()
}
reportFigure('ten minutes at 20 notes a second: a verdict, at most', Math.max(...slow), '≤ 50 ms')
reportFigure('ten minutes at 20 notes a second: heap', heap() - before, '≤ 8 MB more')
