import { KINDS } from './parallel.js'

export const RANKS = 10

/** Table dimensions. Renaming or reordering tables invalidates existing weights. */
const TABLES = {
  place: [21, 6],
  role: [4, 5, 6],
  spread: [7, 7, 3],
  fingers: [7, 6],
  pair: [6, 11, 4],
  opens: [7, 7],
  rank: [2, RANKS],
  excess: [2, 21],
  crossed: [4],
  gaps: [2, 6],
  reach: [9, 6, 6],
  hand: [2, 25],
  aheadNear: [13, 10],
  aheadFar: [13, 10],
  behind: [13, 10],
  aheadLow: [9, 10],
  behindLow: [9, 10],
  needNow: [8, 10],
  needNear: [8, 10],
  needFar: [8, 10],
  needLong: [8, 10],
  needBehind: [8, 10],
  roomNear: [6, 10],
  roomBehind: [6, 10],
  moving: [3, KINDS, 3, 2],
  pieceHigh: [7, 10],
  pieceMean: [7, 10],
  pieceChords: [5, 10],
  pieceOpen: [5, 7],
  pieceExcess: [5, 9],
  move: [4, 2, 27],
  moveZone: [8, 13],
  topLine: [25, 7, 5],
  bottomLine: [25, 7, 5],
  again: [2, 3, 5, 2],
  ringing: [5],
  ringingReach: [5],
  held: [6, 6],
  parallel: [7],
  window: [11, 3, 2],
  windowFingers: [8, 3, 2],
  slowWindow: [11, 3, 2],
  slowFingers: [8, 3, 2],
  reuse: [5, 8, 2],
  broken: [6, 11, 4],
  brokenChord: [6, 11, 4],
  pinPlace: [5, 7, 2],
  pinGrip: [2, 2],
  pinExcess: [2, 6, 9, 2],
  pinOpen: [2, 5, 4],
  pinHand: [13, 2],
  pinRange: [7, 2],
  pinSpare: [2, 6, 8],
  pinAgain: [2, 2, 2],
} as const satisfies Record<string, readonly number[]>

type TableName = keyof typeof TABLES

function sizeOf(name: TableName): number {
  return TABLES[name].reduce<number>((product, size) => product * size, 1)
}

function offsets(): { readonly at: Record<TableName, number>; readonly total: number } {
  const at = {} as Record<TableName, number>
  let total = 0
  for (const name of Object.keys(TABLES) as TableName[]) {
    at[name] = total
    total += sizeOf(name)
  }
  return { at, total }
}

const { at, total } = offsets()

export const TABLE_AT: Readonly<Record<TableName, number>> = at
export const WEIGHTS = total

export const TABLE_SIZES: Readonly<Record<string, number>> = Object.fromEntries(
  (Object.keys(TABLES) as TableName[]).map(name => [name, sizeOf(name)]),
)

export class Observed {
  total = 0
  length = 0
  readonly at: Int32Array

  constructor(
    private readonly weights: Float32Array | Float64Array,
    private readonly room = 0,
  ) {
    this.at = new Int32Array(room)
  }

  clear(): void {
    this.total = 0
    this.length = 0
  }

  add(index: number): void {
    this.total += this.weights[index] as number
    if (this.room === 0) return
    this.at[this.length] = index
    this.length += 1
  }
}
