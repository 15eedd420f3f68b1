import type { NotePair } from '../../../src/plugins/practice/tokens.js'
import type { Performance } from './performances.js'

export interface Agreement {
  /** 0–1 each. */
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

export const ASPECTS = ['pairs', 'omissions', 'additions'] as const
export type AlignmentScore = Readonly<
  Record<(typeof ASPECTS)[number], { macro: Agreement; micro: Agreement }>
>

interface Count {
  readonly right: number
  readonly found: number
  readonly wanted: number
}

export function alignmentScore(
  pieces: readonly Performance[],
  found: readonly (readonly NotePair[])[],
): AlignmentScore {
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

/** Finding nothing is right where there is nothing to find. */
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
