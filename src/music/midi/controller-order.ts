import type { SongControlChange, Track } from '../song/song.js'
import { CONTROLLER, isDataEntry, isDataStep, isModeMessage, isParameterSelector } from './controllers.js'

type Changes = readonly SongControlChange[]

const BANK: readonly number[] = [CONTROLLER.bank, CONTROLLER.bankFine]

const REGISTERED = { coarse: CONTROLLER.registeredCoarse, fine: CONTROLLER.registeredFine } as const
const NON_REGISTERED = { coarse: CONTROLLER.nonRegisteredCoarse, fine: CONTROLLER.nonRegisteredFine } as const
const NULL_HALF = 127

const ENTRY: readonly number[] = [
  CONTROLLER.dataEntry,
  CONTROLLER.dataEntryFine,
  CONTROLLER.dataIncrement,
  CONTROLLER.dataDecrement,
]

/**
 * Order of control changes at one tick. Resets come first, because they would clear the others. A bank takes
 * effect with the following program change.
 */
const RANK = { mode: 0, bank: 1, parameter: 2, other: 3 } as const

function rankOf(controller: number): number {
  if (isModeMessage(controller)) return RANK.mode
  if (BANK.includes(controller)) return RANK.bank
  const isOfParameter = isParameterSelector(controller) || isDataEntry(controller) || isDataStep(controller)
  return isOfParameter ? RANK.parameter : RANK.other
}

export function isBeforeProgram(controller: number): boolean {
  return rankOf(controller) <= RANK.bank
}

/**
 * Restores the order of control changes, which JSON groups by controller. The order at one tick is: mode
 * messages (120–127), bank, parameters (selectors first), then all others by number.
 */
export function controllersInOrder({ controlChanges }: Pick<Track, 'controlChanges'>): Changes {
  const all = Object.values(controlChanges).flat()
  const channels = new Set(all.map(({ channel }) => channel))
  const ordered = [...channels].flatMap(each => inOrder(all.filter(({ channel }) => channel === each)))
  return channels.size > 1 ? ordered.sort((a, b) => a.ticks - b.ticks) : ordered
}

function inOrder(all: SongControlChange[]): SongControlChange[] {
  all.sort((a, b) => a.ticks - b.ticks || rankOf(a.number) - rankOf(b.number) || a.number - b.number)
  const sorted: SongControlChange[] = []
  let parameters: SongControlChange[] = []
  for (const change of all) {
    const isParameter = rankOf(change.number) === RANK.parameter
    if (!isParameter || parameters[0]?.ticks !== change.ticks) {
      for (const each of parametersInOrder(parameters)) sorted.push(each)
      parameters = []
    }
    if (isParameter) parameters.push(change)
    else sorted.push(change)
  }
  for (const each of parametersInOrder(parameters)) sorted.push(each)
  return sorted
}

type Entry = Changes

/**
 * Pairs parameters with values at one tick, in order, RPNs before NRPNs. The null parameter receives no
 * value. If it was selected last, it stays last.
 */
function parametersInOrder(changes: Changes): Changes {
  if (changes.length < 2) return changes
  const of = (controller: number) => changes.filter(({ number }) => number === controller)
  const kinds = [REGISTERED, NON_REGISTERED].map(({ coarse, fine }) => selections(of(coarse), of(fine)))
  const values = inRows(ENTRY.map(of))
  const behind = kinds.map(kind => kind.slice(kind.findLastIndex(entry => !isNone(entry)) + 1))
  const selected = kinds.flatMap((kind, index) => kind.slice(0, kind.length - (behind[index]?.length ?? 0)))
  const last = selected.length - 1
  let next = 0
  const ordered: Entry[] = []
  for (const [index, selection] of selected.entries()) {
    ordered.push(selection)
    if (isNone(selection)) continue
    const end = index === last ? values.length : next + 1
    for (const value of values.slice(next, end)) ordered.push(value)
    next = end
  }
  const entries = last < 0 ? values : ordered
  return [...entries, ...behind.flat()].flat()
}

/**
 * Pairs coarse and fine selector bytes. If both select the null parameter equally often, the bytes are paired
 * section by section.
 */
function selections(coarse: Changes, fine: Changes): Entry[] {
  const [coarseParts, fineParts] = [uptoNone(coarse), uptoNone(fine)]
  if (coarseParts.length !== fineParts.length) return inRows([coarse, fine])
  return coarseParts.flatMap((part, index) => {
    const other = fineParts[index] ?? { before: [], none: [] }
    return [...inRows([part.before, other.before]), ...inRows([part.none, other.none])]
  })
}

interface Part {
  readonly before: SongControlChange[]
  readonly none: SongControlChange[]
}

function uptoNone(halves: Changes): Part[] {
  const parts: Part[] = [{ before: [], none: [] }]
  for (const half of halves) {
    const part = parts.at(-1)
    if (!isNullHalf(half)) part?.before.push(half)
    else {
      part?.none.push(half)
      parts.push({ before: [], none: [] })
    }
  }
  return parts
}

function isNone(entry: Entry): boolean {
  return entry.every(isNullHalf)
}

function isNullHalf({ value }: SongControlChange): boolean {
  return Math.round(value * 127) === NULL_HALF
}

function inRows(columns: readonly Changes[]): Entry[] {
  const length = columns.reduce((most, column) => Math.max(most, column.length), 0)
  return Array.from({ length }, (_, row) => columns.flatMap(column => column[row] ?? []))
}
