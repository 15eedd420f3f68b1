import { spawnSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export interface Comparison {
  readonly name: string
  readonly figure: number
  readonly peer: number
  readonly unit: string
  /** Of figure ÷ peer; a lower bound with `atLeast`. */
  readonly limit: number
  readonly atLeast?: boolean
}

export interface Measurement {
  readonly name: string
  readonly figure: number
  readonly unit: string
  readonly limit: number
  readonly atLeast?: boolean
}

/** NaN if there is none. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** Linear between two values; NaN if there is none. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (sorted.length - 1) * q
  const below = sorted[Math.floor(at)] ?? Number.NaN
  const above = sorted[Math.ceil(at)] ?? Number.NaN
  return below + (above - below) * (at - Math.floor(at))
}

/** Three significant figures. */
export function shown(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(3))) : '–'
}

interface Row {
  name: string
  figure: string
  peer: string
  ratio: string
  limit: string
  ok: boolean
}

function publish(row: Row): void {
  const verdict = row.ok ? 'ok' : 'OVER THE LIMIT'
  const comparison = row.peer === '' ? '' : `, peer ${row.peer}, ratio ${row.ratio}`
  process.stdout.write(`  ${row.name}: ${row.figure}${comparison} (limit ${row.limit}) ${verdict}\n`)
  const table = process.env.FRETWORK_FIGURES
  if (table) appendFileSync(table, `${JSON.stringify(row)}\n`)
  if (!row.ok) process.exitCode = 1
}

/** NaN fails: a figure could not be taken. */
function within(value: number, limit: number, atLeast: boolean): boolean {
  return atLeast ? value >= limit : value <= limit
}

export function reportRatio({ name, figure, peer, unit, limit, atLeast = false }: Comparison): void {
  const ratio = figure / peer
  publish({
    name,
    figure: `${shown(figure)} ${unit}`,
    peer: `${shown(peer)} ${unit}`,
    ratio: shown(ratio),
    limit: `${atLeast ? '≥' : '≤'} ${limit}×`,
    ok: within(ratio, limit, atLeast),
  })
}

export function reportFigure({ name, figure, unit, limit, atLeast = false }: Measurement): void {
  publish({
    name,
    figure: `${shown(figure)} ${unit}`,
    peer: '',
    ratio: '',
    limit: `${atLeast ? '≥' : '≤'} ${limit} ${unit}`,
    ok: within(figure, limit, atLeast),
  })
}

export type NodeArguments = readonly string[]

function runOnce(args: NodeArguments): number {
  const began = performance.now()
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const took = performance.now() - began
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${String(stderr).trim()}`)
  return took
}

/**
 * Milliseconds of two programs in turn, so that other load falls on both. The first runs warm the file cache.
 */
export function timeSideBySide(
  ours: NodeArguments,
  peer: NodeArguments,
  rounds = 31,
): { ours: number; peer: number } {
  const times = { ours: [] as number[], peer: [] as number[] }
  for (let round = -3; round < rounds; round += 1) {
    const peerFirst = round % 2 === 0
    const before = peerFirst ? runOnce(peer) : undefined
    const own = runOnce(ours)
    const other = before ?? runOnce(peer)
    if (round < 0) continue
    times.ours.push(own)
    times.peer.push(other)
  }
  return { ours: median(times.ours), peer: median(times.peer) }
}
