// Accuracy of pairing played notes with written notes in 56 piano performances with known pairs, compared
// with a baseline.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { gunzipSync } from 'node:zlib'
import { createFollower } from '../../src/plugins/practice/following/live.js'
import { alignWhole } from '../../src/plugins/practice/following/whole.js'
import type { NotePair, PlayedNote, WrittenNote } from '../../src/plugins/practice/tokens.js'
import { f1, type Take, withJumpsBack, withSkips, withWrongNotes } from '../../tests/support/students.js'
import { quantile, ROOT, reportFigure, reportRatio } from '../support/harness.js'
import { baselinePairs } from './baseline-pairs.js'

const FILE = join(ROOT, '../shared/data/alignment/performances-train.json.gz')
/** Time limit for an answer, ms (99th percentile). */
const ANSWER_MS = 1
const FOUND_BEATS = 4

interface Piece extends Take {
  readonly written: readonly WrittenNote[]
}

function pieces(): readonly Piece[] {
  const file = JSON.parse(gunzipSync(readFileSync(FILE)).toString()) as {
    pieces: { score: number[][]; performance: number[][]; matches: [number, number][] }[]
  }
  return file.pieces.map(({ score, performance: notes, matches }) => ({
    written: score.map(([onset = 0, duration = 0, pitch = 0]) => ({ onset, duration, pitch })),
    played: notes.map(([onset = 0, , pitch = 0]) => ({ onset, pitch })),
    truth: matches,
    breaks: [],
  }))
}

const times: number[] = []

interface Followed {
  readonly pairs: readonly NotePair[]
  readonly atOnce: readonly (number | undefined)[]
}

function follow(written: readonly WrittenNote[], played: readonly PlayedNote[]): Followed {
  const follower = createFollower(written)
  const atOnce: (number | undefined)[] = []
  const found: (number | undefined)[] = []
  for (const note of played) {
    const began = performance.now()
    const step = follower.play(note)
    times.push(performance.now() - began)
    atOnce.push(step.written)
    found.push(step.written)
    for (const { played: earlier, written: better } of step.revised) found[earlier] = better
  }
  return { atOnce, pairs: found.flatMap((one, other) => (one === undefined ? [] : [[one, other] as const])) }
}

/** Returns the beats after each jump until two consecutive notes are paired correctly. */
function beatsUntilFound({ written, truth, breaks }: Piece, { atOnce }: Followed): number[] {
  const writtenOf = new Map(truth.map(([one, note]) => [note, one]))
  const isFound = (note: number) => writtenOf.has(note) && atOnce[note] === writtenOf.get(note)
  return breaks.map(start => {
    let begin = start
    while (begin < atOnce.length && !writtenOf.has(begin)) begin += 1
    let note = begin
    while (note < atOnce.length && !(isFound(note) && isFound(note + 1))) note += 1
    const beatOf = (at: number) => written[writtenOf.get(at) ?? -1]?.onset ?? Number.POSITIVE_INFINITY
    return beatOf(note) - beatOf(begin)
  })
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function report(name: string, all: readonly Piece[], aim: number): void {
  const followed = all.map(({ written, played }) => follow(written, played))
  const shares = all.map(({ truth }, at) => f1(followed[at]?.pairs ?? [], truth))
  reportFigure(`live, ${name}: F1 of pairs, macro`, mean(shares), `≥ ${aim}`)
  const beats = all.flatMap((piece, at) => (followed[at] ? beatsUntilFound(piece, followed[at]) : []))
  if (beats.length === 0) return
  reportFigure(`live, ${name}: found again (median)`, quantile(beats, 0.5), `≤ ${FOUND_BEATS} beats`)
  const soon = beats.filter(each => each <= FOUND_BEATS).length / beats.length
  process.stdout.write(`  within ${FOUND_BEATS} beats: ${(soon * 100).toFixed(1)} % of ${beats.length}\n`)
}

if (existsSync(FILE)) {
  const all = pieces()
  const whole = mean(all.map(({ written, played, truth }) => f1(alignWhole(written, played), truth)))
  const plain = mean(all.map(({ written, played, truth }) => f1(baselinePairs(written, played), truth)))
  reportFigure('whole: F1 of pairs, macro', whole, '≥ 0.993')
  reportRatio('whole: F1 over the next note of its pitch', [whole, plain], '', '≥ 1×')
  const student = (change: (piece: Piece, seed: number) => Take) =>
    all.map((piece, at) => ({ written: piece.written, ...change(piece, at + 1) }))
  report('as played', all, 0.986)
  report(
    'wrong notes',
    student((piece, seed) => withWrongNotes(piece, seed)),
    0.955,
  )
  report(
    'jumps back',
    student((piece, seed) => withJumpsBack(piece.written, piece, seed)),
    0.93,
  )
  report(
    'skips',
    student((piece, seed) => withSkips(piece.written, piece, seed)),
    0.95,
  )
  reportFigure('live: an answer, p99', quantile(times, 0.99), `≤ ${ANSWER_MS} ms`)
} else process.stdout.write('  The performances are missing.\n')
