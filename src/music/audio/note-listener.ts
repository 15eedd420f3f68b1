import { OnsetFinder } from './onset-finder.js'
import { type HeardPitch, PitchFinder } from './pitch-finder.js'

export interface HeardNote {
  /** Seconds since the first sample. */
  readonly onset: number
  /** MIDI note number. */
  readonly pitch: number
  /** Deviation from equal temperament at A4 = 440 Hz, −50 to 50. */
  readonly cents: number
  /** 0–1 */
  readonly confidence: number
}

/** Time skipped after the onset to ignore pick noise, s. */
const SKIPPED_S = 0.005
const ATTACK_S = 0.07
/** Maximum duration used to measure a note’s pitch, s. */
const HEARD_S = 0.18
/** Minimum confidence. Sounds below it aren’t notes. */
const LEAST_CONFIDENCE = 0.35
/** Minimum level rise for a repeated note over the one still ringing, dB. */
const LOUDER_DB = 0.7
const LOUDNESS_S = 0.03

/** Listens to a guitar or bass that plays one note at a time. */
export class NoteListener {
  private readonly onsets: OnsetFinder
  private readonly pitches: PitchFinder
  /** The last two seconds of audio. */
  private readonly buffer: Float32Array
  /** Index of the buffer’s first sample in the whole recording. */
  private base = 0
  private filled = 0
  private measured = 0
  private onset: number | undefined
  private lastPitch: number | undefined

  /**
   * @param sampleRate Hz
   * @param lowest MIDI note number
   * @param highest MIDI note number
   */
  constructor(
    private readonly sampleRate: number,
    lowest?: number,
    highest?: number,
  ) {
    this.onsets = new OnsetFinder(sampleRate)
    this.pitches = new PitchFinder(sampleRate, lowest, highest)
    this.buffer = new Float32Array(2 * sampleRate)
  }

  /** @param samples −1 to 1 @returns newly confirmed notes, up to 0.2 s after their onset */
  push(samples: Float32Array): HeardNote[] {
    const { hop } = this.onsets
    const heard: HeardNote[] = []
    for (let from = 0; from < samples.length; from += hop) {
      this.append(samples.subarray(from, from + hop))
      if (this.base + this.filled < this.measured + hop) continue
      this.measured += hop
      heard.push(...this.step(this.measured))
    }
    return heard
  }

  /** @returns the last note if it started just before the end */
  end(): HeardNote[] {
    return this.decide(this.base + this.filled)
  }

  private step(now: number): HeardNote[] {
    const onset = this.onsets.step(this.buffer, now - this.base)
    const isDue = this.onset !== undefined && now >= this.onset + HEARD_S * this.sampleRate
    if (onset === undefined) return isDue ? this.decide(now) : []
    const before = this.decide(onset + this.base)
    this.onset = onset + this.base
    return before
  }

  private decide(to: number): HeardNote[] {
    const { onset, base, sampleRate } = this
    if (onset === undefined) return []
    this.onset = undefined
    const heard = this.pitchBetween(onset - base, to - base)
    if (!heard || heard.confidence < LEAST_CONFIDENCE) return []
    const pitch = Math.round(heard.pitch)
    if (pitch === this.lastPitch && !this.isLouder(onset - base)) return []
    this.lastPitch = pitch
    const cents = 100 * (heard.pitch - pitch)
    return [{ onset: onset / sampleRate, pitch, cents, confidence: heard.confidence }]
  }

  /** The attack may sound unlike the note, so a long note is also measured without it. */
  private pitchBetween(onset: number, to: number): HeardPitch | undefined {
    const skipped = Math.round(SKIPPED_S * this.sampleRate)
    const attack = Math.round(ATTACK_S * this.sampleRate)
    const whole = this.pitches.find(this.buffer, onset + skipped, to)
    if (to - onset < 2 * attack) return whole
    const later = this.pitches.find(this.buffer, onset + attack, to)
    return (later?.confidence ?? 0) > (whole?.confidence ?? 0) ? later : whole
  }

  private isLouder(onset: number): boolean {
    const length = Math.round(LOUDNESS_S * this.sampleRate)
    const ratio = this.energy(onset, onset + length) / this.energy(onset - length, onset)
    return 10 * Math.log10(ratio) > LOUDER_DB
  }

  private energy(from: number, to: number): number {
    return this.buffer.slice(Math.max(0, from), to).reduce((sum, sample) => sum + sample ** 2, 1e-12)
  }

  private append(samples: Float32Array): void {
    if (this.filled + samples.length > this.buffer.length) {
      const dropped = this.filled >> 1
      this.buffer.copyWithin(0, dropped, this.filled)
      this.base += dropped
      this.filled -= dropped
    }
    this.buffer.set(samples, this.filled)
    this.filled += samples.length
  }
}
