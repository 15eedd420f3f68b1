import * as z from 'zod/mini'
import { FOLLOWING, type Following, type NotePair } from '../../../src/plugins/practice/tokens.js'
import { badInput } from '../../errors.js'
import { nameOfFile, readInput } from '../../io/files.js'
import { readPackedJson } from '../../io/packed-json.js'
import { plain, printJson, printLine } from '../../io/print.js'
import { withPlugin } from '../../platform/with-plugin.js'

const INVALID = 'performances_invalid'

const time = z.number()
const pitch = z.int().check(z.gte(0), z.lte(127))
const index = z.int().check(z.gte(0))

const performances = z.object({
  pieces: z.array(
    z.object({
      id: z.optional(z.union([z.string(), z.number()])),
      score: z.array(z.tuple([time, time, pitch], z.unknown())),
      performance: z.array(z.tuple([time, time, pitch], z.unknown())),
      matches: z.optional(z.array(z.tuple([index, index]))),
    }),
  ),
})

type Performance = ReturnType<typeof readPerformances>[number]

function readPerformances(bytes: Uint8Array, name: string) {
  const complaint = (path: string) =>
    `"${name}" isn't valid at ${path}: it needs pieces with a score of [onset, duration, pitch] and a performance of [onset, offset, pitch, velocity].`
  const { pieces } = readPackedJson(performances, bytes, name, INVALID, complaint)
  const read = pieces.map(({ id, score, performance, matches }, at) => ({
    id: id ?? at,
    written: score.map(([onset, duration, pitch]) => ({ onset, duration, pitch })),
    played: performance.map(([onset, , pitch]) => ({ onset, pitch })),
    matches,
  }))
  for (const piece of read) check(piece, name)
  return read
}

function check({ id, written, played, matches = [] }: Performance, name: string): void {
  const where = `Piece ${plain(String(id))} of "${name}"`
  for (const [list, notes] of Object.entries({ score: written, performance: played })) {
    const late = notes.findIndex(({ onset }, at) => onset < (notes[at - 1]?.onset ?? onset))
    if (late > 0)
      throw badInput(
        INVALID,
        `${where} is out of order: note ${late} of its ${list} begins before the previous note. Sort by onset.`,
      )
  }
  const beyond = matches.findIndex(([one, other]) => one >= written.length || other >= played.length)
  if (beyond >= 0)
    throw badInput(INVALID, `${where}: match ${beyond} refers to a missing note. Check its indices.`)
}

interface AlignOptions {
  readonly live?: boolean
  readonly json?: boolean
}

export async function alignFile(file: string, options: AlignOptions): Promise<void> {
  const pieces = readPerformances(await readInput(file), nameOfFile(file))
  return withPlugin('practice', kernel => {
    const following = kernel.get(FOLLOWING)
    const aligned = pieces.map(piece => ({ piece, matches: pairsOf(piece, following, options) }))
    if (options.json) {
      printJson({ pieces: aligned.map(({ piece, matches }) => ({ id: piece.id, matches })) })
      return
    }
    printLine(`${'piece'.padEnd(24)}  written   played   paired  left out    added`)
    for (const { piece, matches } of aligned) {
      const { written, played } = piece
      const left = written.length - new Set(matches.map(([one]) => one)).size
      const counts = [written.length, played.length, matches.length, left, played.length - matches.length]
      printLine(plain(String(piece.id)).padEnd(24) + counts.map(count => String(count).padStart(9)).join(''))
    }
  })
}

export async function scoreFile(file: string, options: AlignOptions): Promise<void> {
  const name = nameOfFile(file)
  const pieces = readPerformances(await readInput(file), name)
  if (pieces.length === 0 || pieces.some(({ matches }) => !matches)) {
    const message = `"${name}" has pieces without matches, or none at all: there is nothing to compare with.`
    throw badInput('matches_missing', message)
  }
  return withPlugin('practice', kernel => {
    const following = kernel.get(FOLLOWING)
    const score = alignmentScore(
      pieces,
      pieces.map(piece => pairsOf(piece, following, options)),
    )
    if (options.json) return printJson(score)
    printLine(`${''.padEnd(20)}precision   recall       F1`)
    const row = (title: string, { precision, recall, f1 }: Agreement) =>
      printLine(
        title.padEnd(20) + [precision, recall, f1].map(share => share.toFixed(4).padStart(9)).join(''),
      )
    for (const aspect of ASPECTS) {
      row(`${aspect}, macro`, score[aspect].macro)
      row(`${aspect}, micro`, score[aspect].micro)
    }
  })
}

function pairsOf({ written, played }: Performance, following: Following, { live }: AlignOptions) {
  if (!live) return following.alignWhole(written, played)
  const follower = following.createFollower(written)
  const found: (number | undefined)[] = []
  for (const note of played) {
    const { written: now, revised } = follower.play(note)
    found.push(now)
    for (const { played: earlier, written: better } of revised) found[earlier] = better
  }
  return found.flatMap((one, other) => (one === undefined ? [] : [[one, other] as const]))
}

interface Agreement {
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

const ASPECTS = ['pairs', 'omissions', 'additions'] as const

interface Count {
  readonly right: number
  readonly found: number
  readonly wanted: number
}

function alignmentScore(pieces: readonly Performance[], found: readonly (readonly NotePair[])[]) {
  const counts = pieces.map((piece, at) => countsOf(piece, found[at] ?? []))
  const scoreOf = (aspect: (typeof ASPECTS)[number]) => {
    const each = counts.map(count => count[aspect])
    return { macro: mean(each.map(agreement)), micro: agreement(sum(each)) }
  }
  return { pairs: scoreOf('pairs'), omissions: scoreOf('omissions'), additions: scoreOf('additions') }
}

function countsOf({ written, played, matches = [] }: Performance, found: readonly NotePair[]) {
  const key = ([one, other]: NotePair) => `${one}:${other}`
  return {
    pairs: overlap(new Set(found.map(key)), new Set(matches.map(key))),
    omissions: overlap(left(written.length, found, 0), left(written.length, matches, 0)),
    additions: overlap(left(played.length, found, 1), left(played.length, matches, 1)),
  }
}

function left(count: number, pairs: readonly NotePair[], side: 0 | 1): ReadonlySet<number> {
  const paired = new Set(pairs.map(pair => pair[side]))
  return new Set(Array.from({ length: count }, (_, note) => note).filter(note => !paired.has(note)))
}

function overlap<T>(found: ReadonlySet<T>, wanted: ReadonlySet<T>): Count {
  let right = 0
  for (const each of found) if (wanted.has(each)) right += 1
  return { right, found: found.size, wanted: wanted.size }
}

function agreement({ right, found, wanted }: Count): Agreement {
  const precision = found === 0 ? (wanted === 0 ? 1 : 0) : right / found
  const recall = wanted === 0 ? 1 : right / wanted
  return { precision, recall, f1: found + wanted === 0 ? 1 : (2 * right) / (found + wanted) }
}

function sum(counts: readonly Count[]): Count {
  const total = (name: keyof Count) => counts.reduce((all, count) => all + count[name], 0)
  return { right: total('right'), found: total('found'), wanted: total('wanted') }
}

function mean(all: readonly Agreement[]): Agreement {
  const of = (name: keyof Agreement) =>
    all.reduce((total, each) => total + each[name], 0) / Math.max(1, all.length)
  return { precision: of('precision'), recall: of('recall'), f1: of('f1') }
}
