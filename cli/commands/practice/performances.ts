import * as z from 'zod/mini'
import type { NotePair, PlayedNote, WrittenNote } from '../../../src/plugins/practice/tokens.js'
import { badInput, CliError } from '../../errors.js'
import { readPackedJson } from '../../io/packed-json.js'
import { plain } from '../../io/print.js'

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

export interface Performance {
  readonly id: string | number
  readonly written: readonly WrittenNote[]
  readonly played: readonly PlayedNote[]
  readonly matches: readonly NotePair[] | undefined
}

export function readPerformances(bytes: Uint8Array, name: string): readonly Performance[] {
  const parsed = performances.safeParse(readPackedJson(bytes, name, 'performances_invalid'))
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.map(String).join('.') || 'the top level'
    throw invalid(
      `"${name}" isn't valid at ${path}: it needs pieces with a score of [onset, duration, pitch] and a performance of [onset, offset, pitch, velocity].`,
    )
  }
  return parsed.data.pieces.map(({ id, score, performance, matches }, at) => {
    const piece: Performance = {
      id: id ?? at,
      written: score.map(([onset, duration, pitch]) => ({ onset, duration, pitch })),
      played: performance.map(([onset, , pitch]) => ({ onset, pitch })),
      matches,
    }
    check(piece, name)
    return piece
  })
}

function check({ id, written, played, matches = [] }: Performance, name: string): void {
  const where = `Piece ${plain(String(id))} of "${name}"`
  for (const [list, notes] of [
    ['score', written],
    ['performance', played],
  ] as const) {
    const late = notes.findIndex(({ onset }, at) => onset < (notes[at - 1]?.onset ?? onset))
    if (late > 0)
      throw invalid(
        `${where} is out of order: note ${late} of its ${list} begins before the one before. Sort by onset.`,
      )
  }
  const beyond = matches.findIndex(([one, other]) => one >= written.length || other >= played.length)
  if (beyond >= 0)
    throw invalid(`${where}: match ${beyond} names a note that is not there. Check its indices.`)
}

function invalid(message: string): CliError {
  return badInput('performances_invalid', message)
}
