import * as z from 'zod/mini'
import type { PositionNote, TablaturePiece } from '../../../src/plugins/positions/tokens.js'
import { badInput } from '../../errors.js'
import { isGzip, readPackedJson } from '../../io/packed-json.js'

const TICKS = 960

const ticks = z.number()
const pitch = z.int().check(z.gte(0), z.lte(127))
const head = {
  id: z.optional(z.union([z.string(), z.number()])),
  tuning: z.array(pitch).check(z.minLength(3), z.maxLength(10)),
  capo: z._default(z.int().check(z.gte(0), z.lte(23)), 0),
}
const open = z.object({
  pieces: z.array(z.object({ ...head, notes: z.array(z.tuple([ticks, ticks, pitch], z.number())) })),
})
const placed = z.object({
  pieces: z.array(z.object({ ...head, notes: z.array(z.tuple([ticks, ticks, pitch, z.int(), z.int()])) })),
})

type OpenPieces = z.output<typeof open>['pieces']

export interface PlacedPiece extends TablaturePiece {
  readonly id?: string | number | undefined
}

/** Songs in JSON have tracks instead of pieces. */
export function looksLikeTablature(bytes: Uint8Array): boolean {
  if (isGzip(bytes)) return true
  const text = new TextDecoder().decode(bytes)
  return /^\s*\{/.test(text) && /"pieces"\s*:/.test(text)
}

export function readOpenPieces(bytes: Uint8Array, name: string): OpenPieces {
  return checked(open, bytes, name, 'notes as [onset, duration, pitch]').pieces
}

export function readPlacedPieces(bytes: Uint8Array, name: string): PlacedPiece[] {
  const { pieces } = checked(placed, bytes, name, 'notes as [onset, duration, pitch, string, fret]')
  return pieces.map(piece => ({
    ...piece,
    notes: piece.notes.map(([onset, duration, pitch, string, fret]) => ({
      ...timed(onset, duration, pitch),
      string,
      fret,
    })),
  }))
}

/** @param onset in ticks, as `duration` @returns both in quarter notes */
export function timed(onset: number, duration: number, pitch: number): PositionNote {
  return { onset: onset / TICKS, duration: duration / TICKS, pitch }
}

function checked<T>(schema: z.ZodMiniType<T>, bytes: Uint8Array, name: string, wanted: string): T {
  const parsed = schema.safeParse(readPackedJson(bytes, name, 'tablature_invalid'))
  if (parsed.success) return parsed.data
  const path = parsed.error.issues[0]?.path.map(String).join('.') || 'the top level'
  const message = `"${name}" isn't valid tablature at ${path}: it needs pieces with a tuning and ${wanted}.`
  throw badInput('tablature_invalid', message)
}
