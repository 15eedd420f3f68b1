import { spawnSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Returns NaN for an empty list. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** Interpolates linearly between two values. Returns NaN for an empty list. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (sorted.length - 1) * q
  const below = sorted[Math.floor(at)] ?? Number.NaN
  const above = sorted[Math.ceil(at)] ?? Number.NaN
  return below + (above - below) * (at - Math.floor(at))
}

/** Formats a number with three significant figures. */
export function shown(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(3))) : '–'
}

/** Prints the median, 90th, 95th and 99th percentile and the maximum. */
export function printQuantiles(name: string, values: readonly number[]): void {
  const at = [0.5, 0.9, 0.95, 0.99, 1].map(q => shown(quantile(values, q)))
  process.stdout.write(`  ${name}: p50, p90, p95, p99, max ${at.join(', ')} ms\n`)
}

type Limit = `${'≤' | '≥'} ${number}${string}`

/** Reports a figure and whether it is within its limit. NaN (a failed measurement) exceeds the limit. */
function publish(name: string, value: number, limit: Limit, texts: readonly string[]): void {
  const [, most = ''] = limit.split(' ')
  const bound = Number.parseFloat(most)
  const ok = limit.startsWith('≥') ? value >= bound : value <= bound
  const [figure, peer = '', ratio = ''] = texts
  const comparison = peer === '' ? '' : `, peer ${peer}, ratio ${ratio}`
  process.stdout.write(`  ${name}: ${figure}${comparison} (limit ${limit}) ${ok ? 'ok' : 'OVER THE LIMIT'}\n`)
  const table = process.env.FRETWORK_FIGURES
  if (table) appendFileSync(table, `${JSON.stringify({ name, figure, peer, ratio, limit, ok })}\n`)
  if (!ok) process.exitCode = 1
}

/** @param limit limit of figure ÷ baseline */
export function reportRatio(
  name: string,
  [figure, peer]: readonly [number, number],
  unit: string,
  limit: Limit,
): void {
  const ratio = figure / peer
  publish(name, ratio, limit, [`${shown(figure)} ${unit}`, `${shown(peer)} ${unit}`, shown(ratio)])
}

/** @param limit limit such as `≤ 50 ms` */
export function reportFigure(name: string, figure: number, limit: Limit): void {
  publish(name, figure, limit, [`${shown(figure)} ${limit.split(' ').slice(2).join(' ')}`])
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
 * Times two programs alternately, ms, so that other load affects both equally. The first runs warm up the
 * file cache.
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
