import type { BarFacts, TempoFacts } from './bars.js'
import { childOf, childrenOf, textOf, toNumber, type Xml } from './xml.js'

/** @returns `null` for an invalid meter, `undefined` if there is none */
export function meterOf(time: Xml): BarFacts['meter'] | null {
  const units = childrenOf(time, 'beat-type').map(({ text }) => toNumber(text) ?? 0)
  const beats = childrenOf(time, 'beats').map(({ text }) =>
    text.split('+').reduce((sum, part) => sum + (toNumber(part) ?? Number.NaN), 0),
  )
  if (units.length === 0) return undefined
  const unit = Math.max(...units)
  const all = units.reduce((sum, each, index) => sum + ((beats[index] ?? Number.NaN) * unit) / each, 0)
  const isWritten = Number.isInteger(Math.log2(unit)) && unit >= 1 && unit <= 64
  if (!isWritten || !Number.isInteger(all) || all < 1 || all > 128) return null
  return { beats: all, unit, isCommon: /common|cut/.test(time.attributes.symbol ?? '') }
}

/** Note values in quarter notes. */
const UNITS: Readonly<Record<string, number>> = {
  ...{ long: 16, breve: 8, whole: 4, half: 2, quarter: 1, eighth: 1 / 2 },
  ...{ '16th': 1 / 4, '32nd': 1 / 8, '64th': 1 / 16, '128th': 1 / 32, '256th': 1 / 64 },
}

/** Reads a metronome mark: BPM of a note value with dots, or a ratio between two note values. */
export function readMetronome(metronome: Xml, tempo: TempoFacts): void {
  const [unit, next] = unitsOf(metronome)
  const perMinute = toNumber(/\d+(\.\d+)?/.exec(textOf(metronome, 'per-minute'))?.[0])
  if (!unit) return
  if (perMinute !== undefined) tempo.metronome ??= unit.quarters * perMinute
  else if (next) tempo.ratio ??= next.quarters / unit.quarters
}

function unitsOf({ children }: Xml): { quarters: number; dot: number }[] {
  const units: ReturnType<typeof unitsOf> = []
  for (const child of children) {
    const { name, text } = child
    const last = units.at(-1)
    if (name === 'beat-unit') {
      const quarters = UNITS[text.trim()] ?? 1
      units.push({ quarters, dot: quarters / 2 })
    } else if (name === 'beat-unit-dot' && last) {
      last.quarters += last.dot
      last.dot /= 2
    } else if (name === 'beat-unit-tied' && last) last.quarters += unitsOf(child)[0]?.quarters ?? 0
  }
  return units
}

export class Barlines {
  private ending: { readonly numbers: readonly number[]; readonly bars: BarFacts[] } | undefined
  private last: readonly number[] = []

  read(barline: Xml, bar: BarFacts): void {
    if (textOf(barline, 'bar-style') === 'light-light') bar.isDouble = true
    const { direction, times, 'after-jump': afterJump } = childOf(barline, 'repeat')?.attributes ?? {}
    if (direction === 'forward') bar.repeatStart = true
    if (direction === 'backward') bar.repeatEnd ??= Math.max(2, Math.trunc(toNumber(times) ?? 2))
    if (afterJump === 'yes') bar.isAfterJump = true
    const ending = childOf(barline, 'ending')
    if (ending) this.readEnding(ending, bar)
  }

  endBar(bar: BarFacts): void {
    this.ending?.bars.push(bar)
    if (bar.repeatEnd) this.close(true)
  }

  end(): void {
    this.close(false)
  }

  private readEnding({ attributes, text }: Xml, bar: BarFacts): void {
    const named = numbersOf(attributes.number ?? '')
    const numbers = named.length > 0 ? named : numbersOf(text)
    if (attributes.type === 'start') {
      this.close(false)
      this.last = numbers.length > 0 ? numbers : [Math.max(0, ...this.last) + 1]
      this.ending = { numbers: this.last, bars: [] }
    } else if (this.ending) {
      this.ending.bars.push(bar)
      this.close(true)
    } else if (numbers.length > 0) bar.endings ??= numbers
    if (attributes.type === 'discontinue') this.last = []
  }

  /** @param hasEnd if false, only the first bar is certain to belong to the ending */
  private close(hasEnd: boolean): void {
    const { numbers = [], bars = [] } = this.ending ?? {}
    for (const bar of hasEnd ? bars : bars.slice(0, 1)) bar.endings ??= numbers
    this.ending = undefined
  }
}

const MOST_PASSES = 99

/** Reads numbers such as "1, 2", "1-3" or "1.2." */
function numbersOf(text: string): number[] {
  const numbers = new Set<number>()
  for (const [, from, to] of text.matchAll(/(\d+)\.?(?:\s*[-–]\s*(\d+))?/g)) {
    const last = Math.min(MOST_PASSES, Number(to ?? from))
    for (let number = Math.max(1, Number(from)); number <= last; number += 1) numbers.add(number)
  }
  return [...numbers]
}
