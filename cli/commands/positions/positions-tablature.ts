import * as z from 'zod/mini'
import type { PositionNote, TablaturePiece } from '../../../src/plugins/positions/tokens.js'
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

export interface PlacedPiece extends TablaturePiece {
  readonly id?: string | number | undefined
}

/** Songs in JSON have tracks instead of pieces. */
export function looksLikeTablature(bytes: Uint8Array): boolean {
  if (isGzip(bytes)) return true
  const text = new TextDecoder().decode(bytes)
  return /^\s*\{/.test(text) && /"pieces"\s*:/.test(text)
}

export function readOpenPieces(bytes: Uint8Array, name: string) {
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
  const complaint = (path: string) =>
    `"${name}" isn't valid tablature at ${path}: it needs pieces with a tuning and ${wanted}.`
  return readPackedJson(schema, bytes, name, 'tablature_invalid', complaint)
}
