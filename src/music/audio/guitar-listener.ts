import { type FoundOnset, OnsetFinder } from './onset-finder.js'
import { frequencyOf, type HeardPitch, PitchFinder } from './pitch-finder.js'
import { PitchFollower } from './pitch-follower.js'

/** Times are in seconds since the first sample. */
export interface HeardNote {
  readonly type: 'note'
  readonly id: number
  readonly onset: number
  readonly decided: number
  /** MIDI note number. */
  readonly pitch: number
  /** Deviation from equal temperament at A4 = 440 Hz, −50 to 50. */
  readonly cents: number
  /** 0–1 */
  readonly velocity: number
  /** 0–1 */
  readonly confidence: number
  readonly string?: number
}

/** A note heard wrongly ends at its own onset. */
export type Heard =
  | HeardNote
  | { readonly type: 'bend'; readonly id: number; readonly at: number; readonly semitones: number }
  | { readonly type: 'end'; readonly id: number; readonly at: number }

/** @returns notes that weren’t corrected */
export function lastingNotes(heard: readonly Heard[]): HeardNote[] {
  const ends = new Map(heard.flatMap(each => (each.type === 'end' ? [[each.id, each.at]] : [])))
  return heard.flatMap(each =>
    each.type === 'note' && (ends.get(each.id) ?? Infinity) > each.onset ? [each] : [],
  )
}

/** Time skipped after the onset to ignore pick noise, s. */
const SKIPPED_S = 0.005
/** When a note is decided, s after its onset, and the confidence needed. Later looks accept less. */
const LOOKS: readonly { readonly after: number; readonly confidence: number }[] = [
  { after: 0.045, confidence: 0.8 },
  { after: 0.055, confidence: 0.7 },
  { after: 0.07, confidence: 0.5 },
  { after: 0.085, confidence: 0.4 },
  { after: 0.13, confidence: 0.3 },
]
const ATTACK_S = 0.05
/** Age at which a note is corrected if the longer sound has another pitch, s. */
const REVISED_S = 0.11
/** Minimum confidence. Sounds below it aren’t notes. */
const LEAST_CONFIDENCE = 0.35
/** A note is repeated, not just ringing on, if its level or all bands rise by this much, dB. */
const LOUDER_DB = 2
const REPLUCKED_DB = 5.4
/** Deviation of the pitch of a note that rings on, semitones. */
const SAME = 0.6
const LOUDNESS_S = 0.03
/** Half-life of the loudest attack, s. Velocities are relative to it. */
const REMEMBERED_S = 20
const LOUDEST_AT_FIRST = 0.02
/** Velocity of the loudest attack. */
const STRONG = 0.9
const SOFTEST = 0.05
/** How often ringing notes are measured, s. */
const FOLLOWED_S = 0.02
const FOLLOWED_WINDOW_S = 0.045
const FOLLOWED_PERIODS = 4
/** Minimum confidence of followed pitches. */
const FOLLOWED_CONFIDENCE = 0.6
/** Distance between the measurements that tell a step from a glide, s. */
const STEP_S = 0.005
/** Larger changes within two steps are errors, semitones. */
const MISHEARD_FROM = 10
/** Level below a note’s attack at which it ends, dB. */
const ENDED_DB = -40

interface Voice {
  readonly id: number
  readonly onset: number
  readonly pitch: number
  readonly confidence: number
  readonly energy: number
  isRevised: boolean
  quiet: number
  readonly follower: PitchFollower
}

/** Hears the notes of a guitar or bass in a stream. */
export class GuitarListener {
  private readonly onsets: OnsetFinder
  private readonly pitches: PitchFinder
  /** The last two seconds of audio. */
  private readonly buffer: Float32Array
  /** Index of the buffer’s first sample in the whole recording. */
  private base = 0
  private filled = 0
  private measured = 0
  private followed = 0
  /** An onset without a decision, and the number of looks at it. */
  private pending: (FoundOnset & { looks: number }) | undefined
  private voice: Voice | undefined
  private lastPitch: number | undefined
  private lastId = 0
  private loudest = LOUDEST_AT_FIRST
  private loudestAt = 0

  /**
   * @param sampleRate Hz
   * @param options.open sounding MIDI notes of the open strings, highest string first
   */
  constructor(
    private readonly sampleRate: number,
    { open, frets }: { readonly open: readonly number[]; readonly frets: number },
  ) {
    this.onsets = new OnsetFinder(sampleRate)
    this.pitches = new PitchFinder(sampleRate, Math.min(...open) - 1, Math.max(...open) + frets + 1)
    this.buffer = new Float32Array(2 * sampleRate)
  }

  /** @param samples −1 to 1 */
  push(samples: Float32Array): Heard[] {
    const { hop } = this.onsets
    const heard: Heard[] = []
    for (let from = 0; from < samples.length; from += hop) {
      this.append(samples.subarray(from, from + hop))
      if (this.base + this.filled < this.measured + hop) continue
      this.measured += hop
      heard.push(...this.step(this.measured))
    }
    return heard
  }

  /** @returns what is left to say about the last notes */
  end(): Heard[] {
    const now = this.base + this.filled
    return [...this.decide(now, true), ...this.revise(now, true), ...this.release(now)]
  }

  private step(now: number): Heard[] {
    const onset = this.onsets.step(this.buffer, now - this.base)
    if (onset) {
      const at = onset.at + this.base
      const before = [...this.decide(at, true), ...this.revise(at, true)]
      this.pending = { ...onset, at, looks: 0 }
      return before
    }
    const heard = [...this.decide(now, false), ...this.revise(now, false)]
    return heard.length > 0 || this.pending ? heard : this.follow(now)
  }

  private decide(now: number, isLast: boolean): Heard[] {
    const { pending, base } = this
    if (!pending) return []
    const { at: onset, rise } = pending
    const look = LOOKS[pending.looks]
    if (!isLast && look && now < onset + this.samplesIn(look.after)) return []
    pending.looks += 1
    const heard = this.pitches.find(this.buffer, onset + this.samplesIn(SKIPPED_S) - base, now - base)
    const needed = isLast ? LEAST_CONFIDENCE : (look?.confidence ?? 0)
    if (!heard || heard.confidence < needed) {
      if (isLast || pending.looks >= LOOKS.length) this.pending = undefined
      return []
    }
    this.pending = undefined
    const ringing = this.voice?.follower.latest ?? this.lastPitch ?? NaN
    const isSame = Math.abs(heard.pitch - ringing) < SAME
    if (isSame && rise < REPLUCKED_DB && !this.isLouder(onset - base)) return []
    return [...this.release(onset), this.begin(heard, onset, now)]
  }

  private begin(heard: HeardPitch, onset: number, decided: number): Heard {
    const { sampleRate } = this
    const pitch = Math.round(heard.pitch)
    const from = onset - this.base + this.samplesIn(SKIPPED_S)
    const energy = this.energy(from, from + this.samplesIn(LOUDNESS_S))
    const { confidence } = heard
    this.lastPitch = pitch
    this.lastId += 1
    this.voice = {
      id: this.lastId,
      onset,
      pitch,
      confidence,
      energy,
      isRevised: false,
      quiet: 0,
      follower: new PitchFollower(heard.pitch),
    }
    return {
      ...{ type: 'note', id: this.lastId, pitch, cents: 100 * (heard.pitch - pitch), confidence },
      ...{ onset: onset / sampleRate, decided: decided / sampleRate },
      velocity: this.velocityOf(onset, Math.sqrt(energy)),
    }
  }

  private velocityOf(onset: number, level: number): number {
    const age = (onset - this.loudestAt) / this.sampleRate
    this.loudest = Math.max(LOUDEST_AT_FIRST, level, this.loudest * 0.5 ** (age / REMEMBERED_S))
    this.loudestAt = onset
    return Math.max(SOFTEST, STRONG * Math.sqrt(level / this.loudest))
  }

  /** Corrects the note if the longer sound has another pitch. */
  private revise(now: number, isLast: boolean): Heard[] {
    const { voice, base } = this
    if (!voice || voice.isRevised || (!isLast && now < voice.onset + this.samplesIn(REVISED_S))) return []
    voice.isRevised = true
    const heard = this.pitchBetween(voice.onset - base, now - base)
    const isSame = !heard || Math.round(heard.pitch) === voice.pitch
    if (isSame || heard.confidence < voice.confidence) return []
    const corrected = [...this.release(voice.onset), this.begin(heard, voice.onset, now)]
    if (this.voice) this.voice.isRevised = true
    return corrected
  }

  /** The attack may sound unlike the note, so a long note is also measured without it. */
  private pitchBetween(onset: number, to: number): HeardPitch | undefined {
    const attack = this.samplesIn(ATTACK_S)
    const whole = this.pitches.find(this.buffer, onset + this.samplesIn(SKIPPED_S), to)
    if (to - onset < 2 * attack) return whole
    const later = this.pitches.find(this.buffer, onset + attack, to)
    return (later?.confidence ?? 0) > (whole?.confidence ?? 0) ? later : whole
  }

  private release(at: number): Heard[] {
    const { voice } = this
    this.voice = undefined
    return voice ? [{ type: 'end', id: voice.id, at: at / this.sampleRate }] : []
  }

  private follow(now: number): Heard[] {
    const { voice } = this
    if (!voice?.isRevised || now < this.followed + this.samplesIn(FOLLOWED_S)) return []
    this.followed = now
    const length = this.followedLength(voice.pitch)
    const to = now - this.base
    const isQuiet = this.energy(to - length, to) < voice.energy * 10 ** (ENDED_DB / 10)
    voice.quiet = isQuiet ? voice.quiet + 1 : 0
    if (voice.quiet > 1) return this.release(now)
    const heard = this.pitches.find(this.buffer, to - length, to)
    if (!heard || heard.confidence < FOLLOWED_CONFIDENCE) return []
    const at = (now - length / 2) / this.sampleRate
    const move = voice.follower.next({ at, pitch: heard.pitch }, (from, to) =>
      this.fastestChange(from, to, length),
    )
    if (!move) return []
    if (move.type === 'bent') return [{ type: 'bend', id: voice.id, at, semitones: move.semitones }]
    const onset = this.samplesIn(move.at)
    const moved = [...this.release(onset), this.begin(heard, onset, now)]
    if (this.voice) this.voice.isRevised = true
    return moved
  }

  /** @returns when the pitch changes fastest between two times, and how fast, in semitones per second */
  private fastestChange(from: number, to: number, length: number): { at: number; rate: number } {
    const fastest = { at: from, rate: 0 }
    const pitches: number[] = []
    for (let at = from - 2 * STEP_S; at <= to + 2 * STEP_S; at += STEP_S) {
      const start = this.samplesIn(at) - this.base - (length >> 1)
      pitches.push(this.pitches.find(this.buffer, start, start + length)?.pitch ?? NaN)
      const change = Math.abs((pitches.at(-1) ?? NaN) - (pitches.at(-3) ?? NaN))
      const rate = change / (2 * STEP_S)
      if (rate > fastest.rate && change < MISHEARD_FROM) Object.assign(fastest, { at: at - STEP_S, rate })
    }
    return fastest
  }

  private followedLength(pitch: number): number {
    return this.samplesIn(Math.max(FOLLOWED_WINDOW_S, FOLLOWED_PERIODS / frequencyOf(pitch)))
  }

  private isLouder(onset: number): boolean {
    const length = this.samplesIn(LOUDNESS_S)
    const ratio = this.energy(onset, onset + length) / this.energy(onset - length, onset)
    return 10 * Math.log10(ratio) > LOUDER_DB
  }

  /** @returns mean power */
  private energy(from: number, to: number): number {
    let sum = 1e-12
    for (let at = Math.max(0, from); at < to; at += 1) sum += (this.buffer[at] ?? 0) ** 2
    return sum / (to - from)
  }

  private samplesIn(seconds: number): number {
    return Math.round(seconds * this.sampleRate)
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
