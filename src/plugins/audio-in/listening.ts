import { GuitarListener } from '../../music/audio/guitar-listener.js'
import { Tuner } from '../../music/audio/tuner.js'

/** Times are in seconds on the audio clock. */
export type Heard =
  | {
      readonly type: 'note'
      readonly id: number
      readonly at: number
      readonly pitch: number
      /** 0–1 */
      readonly velocity: number
      readonly string?: number | undefined
    }
  | { readonly type: 'bend'; readonly id: number; readonly at: number; readonly semitones: number }
  | { readonly type: 'end'; readonly id: number; readonly at: number }

export interface ListeningReport {
  readonly heard: readonly Heard[]
  readonly peak: number
  /** Seconds on the audio clock after the last sample. */
  readonly at: number
  /** Present while tuning. `hz` is undefined without a clear pitch. */
  readonly tuned?: { readonly hz: number | undefined } | undefined
}

const REPORT_S = 0.05
/** Length of the excerpt that the tuner measures, s. */
const TUNED_S = 0.25
const FRETS = 24

/** Everything heard in one stream: notes, level and the pitch for the tuner. */
export class Listening {
  private listener: GuitarListener
  private tuner: Tuner | undefined
  private readonly recent: Float32Array
  /** Seconds on the audio clock at which the listener started. */
  private origin: number | undefined
  private peak = 0
  private reportedAt = 0

  constructor(
    private readonly sampleRate: number,
    open: readonly number[],
  ) {
    this.recent = new Float32Array(Math.round(TUNED_S * sampleRate))
    this.listener = new GuitarListener(this.sampleRate, { open, frets: FRETS })
  }

  setOpen(open: readonly number[]): void {
    this.listener = new GuitarListener(this.sampleRate, { open, frets: FRETS })
    this.origin = undefined
  }

  setTuning(tunes: boolean): void {
    this.tuner = tunes ? (this.tuner ?? new Tuner(this.sampleRate)) : undefined
  }

  /** @param from seconds on the audio clock at the first sample */
  push(samples: Float32Array, from: number): ListeningReport | undefined {
    this.origin ??= from
    const at = from + samples.length / this.sampleRate
    this.peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), this.peak)
    this.recent.copyWithin(0, samples.length)
    this.recent.set(samples, this.recent.length - samples.length)
    const origin = this.origin
    const heard = this.listener
      .push(samples)
      .map((each): Heard => ({ ...each, at: origin + (each.type === 'note' ? each.onset : each.at) }))
    if (heard.length === 0 && at - this.reportedAt < REPORT_S) return undefined
    this.reportedAt = at
    const { peak } = this
    this.peak = 0
    const hz = this.tuner?.frequency(this.recent, 0, this.recent.length)
    return { heard, peak, at, ...(this.tuner && { tuned: { hz } }) }
  }
}
