import { Tuner, type TunerReading } from './tuner.js'

const BLOCK_S = 0.01
/** Blocks between readings. */
const HOP = 3
/** Blocks skipped after a pluck to ignore pick noise. */
const SKIPPED = 1
/** Range of excerpt lengths, blocks. */
const SHORTEST = 10
const LONGEST = 18
/** An excerpt needs this many periods: it takes longer to measure a low string. */
const LEAST_PERIODS = 3.4
/** Every fourth reading searches all pitches. Other readings only search near the previous pitch, to save time. */
const SEARCHED = 4
/** Power ratio to the preceding blocks at which a new pluck begins. */
const RISE = 4
const RISE_BLOCKS = 4
/** Mean power of a silent block, −80 dBFS. */
const SILENCE = 1e-8
/** First noise floor, −60 dBFS. */
const QUIET_ROOM = 1e-6
/** Limit of the noise floor, −50 dBFS. A louder steady sound is a tone, not hum. */
const HIGHEST_FLOOR = 1e-5
/** Minimum power ratio to the noise floor, which keeps mains hum from being measured. */
const ABOVE_FLOOR = 4
/** Growth of the noise floor per block: 3 dB per second, slower than a string decays. */
const FLOOR_GROWTH = 2 ** BLOCK_S

/** Continuously measures the frequency of one string at a time. */
export class TunerListener {
  private readonly tuner: Tuner
  private readonly block: number
  private readonly buffer: Float32Array
  /** Samples in the current block. */
  private filled = 0
  private energy = 0
  /** Power of the last blocks, latest first. */
  private readonly powers: number[] = Array.from({ length: RISE_BLOCKS }, () => 0)
  private floor = QUIET_ROOM
  /** Blocks since the last pluck. */
  private age = 0
  private last: TunerReading | undefined

  /** @param sampleRate Hz */
  constructor(private readonly sampleRate: number) {
    this.tuner = new Tuner(sampleRate)
    this.block = Math.round(BLOCK_S * sampleRate)
    this.buffer = new Float32Array(LONGEST * this.block)
  }

  /**
   * Readings begin 110 ms after a pluck, or 140 ms at 30 Hz, and follow every 30 ms while the string rings.
   * @param samples −1 to 1
   * @returns the latest reading; `undefined` if there is no new one
   */
  push(samples: Float32Array): TunerReading | undefined {
    let reading: TunerReading | undefined
    for (let from = 0; from < samples.length; ) {
      const part = samples.subarray(from, from + this.block - this.filled)
      from += part.length
      this.append(part)
      if (this.filled === this.block) reading = this.endBlock() ?? reading
    }
    return reading
  }

  private append(part: Float32Array): void {
    this.buffer.copyWithin(0, part.length)
    this.buffer.set(part, this.buffer.length - part.length)
    this.filled += part.length
    for (const sample of part) this.energy += sample * sample
  }

  private endBlock(): TunerReading | undefined {
    const power = this.energy / this.block
    const isPluck = power > RISE * Math.max(SILENCE, ...this.powers)
    this.powers.pop()
    this.powers.unshift(power)
    this.energy = 0
    this.filled = 0
    this.floor = Math.max(SILENCE, Math.min(power, HIGHEST_FLOOR, this.floor * FLOOR_GROWTH))
    this.age = isPluck ? 1 : this.age + 1
    const isSilent = power < ABOVE_FLOOR * this.floor
    if (isPluck || isSilent) this.last = undefined
    const sinceFirst = this.age - SKIPPED - SHORTEST
    if (isSilent || sinceFirst < 0 || sinceFirst % HOP !== 0) return undefined
    this.last = this.measure(sinceFirst % (SEARCHED * HOP) === 0)
    return this.last
  }

  private measure(searches: boolean): TunerReading | undefined {
    const { buffer, tuner, last } = this
    const length = this.block * Math.min(LONGEST, this.age - SKIPPED)
    const from = buffer.length - length
    const hz = last && !searches ? tuner.refine(buffer, from, buffer.length, last.hz) : undefined
    const reading = last && hz ? { ...last, hz } : tuner.find(buffer, from, buffer.length)
    return reading && reading.hz * length >= LEAST_PERIODS * this.sampleRate ? reading : undefined
  }
}
