/** Deviation up to which a pitch counts as steady, semitones. */
const STEADY = 0.2
/** Number of steady measurements that settle a pitch. */
const SETTLING = 4
/** Smaller deviations aren’t bends, semitones. A plucked string starts slightly sharp. */
const LEAST_BEND = 0.12
const LEAST_CHANGE = 0.05
/** Error of a pitch measured at the attack, semitones. */
const UNSETTLED = 0.5
/** Deviation of a settled pitch at which it may be another note, semitones. */
const LEAST_STEP = 0.6
/** Maximum bend, semitones. */
const MOST_BENT = 2.6
/** Glides faster than this are new notes, semitones per second. */
const STEP_RATE = 35
/** Intervals heard in error as a note decays: half its frequency, or its second to fourth partial. */
const MISHEARD = [-12, 12, 19.02, 24]
/** Number of measurements remembered. */
const REMEMBERED = 12

/** Distance between the measurements that tell a step from a glide, s. */
const STEP_S = 0.005
/** Larger changes within two steps are errors, semitones. */
const MISHEARD_FROM = 10

interface Measured {
  readonly at: number
  /** Fractional MIDI note number. */
  readonly pitch: number
}

/** Change in the pitch of a ringing note. */
export type PitchMove =
  | { readonly type: 'bent'; readonly semitones: number }
  /** A new note without a pluck. */
  | { readonly type: 'moved'; readonly at: number; readonly pitch: number }

/** Follows the pitch of a ringing note and distinguishes bends from hammer-ons, pull-offs and slides. */
export class PitchFollower {
  private readonly recent: Measured[] = []
  private steady: Measured[] = []
  private origin: number
  private settled: number
  private last: number
  private count = 0
  private bend = 0

  /** @param pitch fractional MIDI note number */
  constructor(private readonly pitch: number) {
    this.origin = pitch
    this.settled = pitch
    this.last = pitch
  }

  /** Latest pitch, fractional MIDI note number. */
  get latest(): number {
    return this.last
  }

  /**
   * @param at center of the measured sound, s
   * @param fastest measures the fastest change between two times: its time and its rate in semitones per second
   */
  next(
    measured: Measured,
    fastest: (from: number, to: number) => { readonly at: number; readonly rate: number },
  ): PitchMove | undefined {
    const { at } = measured
    const error = MISHEARD.find(interval => Math.abs(measured.pitch - this.last - interval) < STEADY * 2)
    const pitch = measured.pitch - (error ?? 0)
    this.count += 1
    if (this.count <= SETTLING && Math.abs(pitch - this.pitch) < UNSETTLED) this.origin = pitch
    this.recent.push({ at, pitch })
    if (this.recent.length > REMEMBERED) this.recent.shift()
    const level = this.steady.reduce((sum, each) => sum + each.pitch, 0) / Math.max(1, this.steady.length)
    if (Math.abs(pitch - level) > STEADY) this.steady = []
    this.steady.push({ at, pitch })
    const change = pitch - this.settled
    if (this.steady.length >= SETTLING && Math.abs(change) > LEAST_STEP) {
      const begin = this.steady[0]?.at ?? at
      const before = this.recent.findLast(each => Math.abs(each.pitch - this.settled) < STEADY)
      const { at: stepAt, rate } = fastest(before?.at ?? begin - 0.06, begin)
      this.settled = pitch
      const bend = Math.abs(pitch - this.origin)
      if (bend > LEAST_STEP && (rate > STEP_RATE || bend > MOST_BENT)) {
        return { type: 'moved', at: rate > STEP_RATE ? stepAt : begin, pitch }
      }
    }
    return this.bent(pitch)
  }

  private bent(pitch: number): PitchMove | undefined {
    const isSmooth = Math.abs(pitch - this.last) <= LEAST_STEP
    this.last = pitch
    if (!isSmooth) return undefined
    const exact = pitch - this.origin
    const semitones = Math.abs(exact) < LEAST_BEND ? 0 : exact
    if (Math.abs(semitones - this.bend) <= LEAST_CHANGE) return undefined
    this.bend = semitones
    return { type: 'bent', semitones }
  }
}

/**
 * @param pitchAt measures the pitch at a time, s
 * @returns when the pitch changes fastest between two times, and how fast, in semitones per second
 */
export function fastestChange(from: number, to: number, pitchAt: (at: number) => number) {
  const fastest = { at: from, rate: 0 }
  const pitches: number[] = []
  for (let at = from - 2 * STEP_S; at <= to + 2 * STEP_S; at += STEP_S) {
    pitches.push(pitchAt(at))
    const change = Math.abs((pitches.at(-1) ?? NaN) - (pitches.at(-3) ?? NaN))
    const rate = change / (2 * STEP_S)
    if (rate > fastest.rate && change < MISHEARD_FROM) Object.assign(fastest, { at: at - STEP_S, rate })
  }
  return fastest
}
