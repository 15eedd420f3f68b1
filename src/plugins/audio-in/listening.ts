import { GuitarListener } from '../../music/audio/guitar-listener.js'
import type { Heard } from '../../music/audio/heard.js'
import type { TunerReading } from '../../music/audio/tuner.js'
import { TunerListener } from '../../music/audio/tuner-listener.js'
import type { ExpectedChord } from './tokens.js'

/** Times are in seconds on the audio clock. */
export interface ListeningReport {
  readonly heard: readonly (Heard & { readonly audioTime: number })[]
  /** Highest peak since the last report, 0–1. */
  readonly peak: number
  /** End of the last sample. */
  readonly end: number
  /** Present while tuning. `hz` is undefined without a clear pitch. */
  readonly tuned?: { readonly hz: number | undefined } | undefined
}

/** Notes expected at a time on the audio clock, s; without a time, until they are replaced. */
export interface ExpectedAt {
  readonly at: number | undefined
  readonly notes: ExpectedChord['notes']
}

/** Maximum distance of an onset from the expected time, s. */
const EXPECTED_WITHIN_S = 0.2
const REPORT_S = 0.05
/** Time after which a reading is outdated, s. The tuner measures every 30 ms while a string rings. */
const READING_S = 0.08
const FRETS = 24

/** Everything heard in one stream: notes, level and the pitch for the tuner. */
export class Listening {
  private listener: GuitarListener
  private tuner: TunerListener | undefined
  private reading: (TunerReading & { readonly end: number }) | undefined
  /** Number of samples that the note listener has heard. */
  private pushed = 0
  /** Audio time at which the note listener started. */
  private origin = 0
  private peak = 0
  private reportedAt = 0
  private expected: readonly ExpectedAt[] = []
  /** Notes that still sounded when listening started again. */
  private stopped: readonly Heard[] = []

  /** @param open sounding MIDI notes of the open strings, highest string first */
  constructor(
    private readonly sampleRate: number,
    private open: readonly number[],
  ) {
    this.listener = this.createListener()
  }

  setOpen(open: readonly number[]): void {
    this.open = open
    this.restart()
  }

  setTuning(tunes: boolean): void {
    if (tunes === (this.tuner !== undefined)) return
    this.tuner = tunes ? new TunerListener(this.sampleRate) : undefined
    this.restart()
  }

  /** The new listener numbers its notes from 1 again, so the earlier ones must end first. */
  private restart(): void {
    this.stopped = [...this.stopped, ...this.listener.end().filter(({ type }) => type === 'end')]
    this.listener = this.createListener()
    this.pushed = 0
  }

  expect(chords: readonly ExpectedAt[]): void {
    this.expected = chords
  }

  /** @param end audio time after the last sample; it can jump, because browsers drop samples */
  push(samples: Float32Array, end: number): ListeningReport | undefined {
    this.peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), this.peak)
    const { tuner } = this
    const reading = tuner?.push(samples)
    if (reading) this.reading = { ...reading, end }
    const stopped = this.stopped.map(each => ({ ...each, audioTime: end - samples.length / this.sampleRate }))
    this.stopped = []
    const heard = [...stopped, ...(tuner ? [] : this.hear(samples, end))]
    if (heard.length === 0 && !reading && end - this.reportedAt < REPORT_S) return undefined
    this.reportedAt = end
    const { peak } = this
    this.peak = 0
    const hz = this.reading && end - this.reading.end < READING_S ? this.reading.hz : undefined
    return { heard, peak, end, ...(tuner && { tuned: { hz } }) }
  }

  private hear(samples: Float32Array, end: number): ListeningReport['heard'] {
    this.pushed += samples.length
    const origin = end - this.pushed / this.sampleRate
    this.origin = origin
    return this.listener
      .push(samples)
      .map(each => ({ ...each, audioTime: origin + (each.type === 'note' ? each.onset : each.at) }))
  }

  private createListener(): GuitarListener {
    const listener = new GuitarListener(this.sampleRate, { open: this.open, frets: FRETS })
    listener.expectedAt = onset => this.expectedAt(this.origin + onset)
    return listener
  }

  /** @param time audio time of an onset */
  private expectedAt(time: number): ExpectedChord['notes'] | undefined {
    const away = ({ at = time }: ExpectedAt) => Math.abs(at - time)
    const near = this.expected.filter(chord => away(chord) <= EXPECTED_WITHIN_S)
    return near.toSorted((a, b) => away(a) - away(b))[0]?.notes
  }
}
