/** The metronome, for plugins that play or record with it. */
import type { Disposable } from '../../core/platform/disposable.js'
import { createToken } from '../../core/platform/services/token.js'
import type { ReadonlyStore } from '../../core/platform/store.js'

export interface MetronomeView {
  readonly running: boolean
  /** What sounds now; 0 while it rests. */
  readonly bar: number
  readonly beat: number
  readonly silent: boolean
  /** Beats a minute, also where it gets faster. */
  readonly bpm: number
}

export interface MetronomeTime {
  /** When its first bar begins, in milliseconds of the clock. */
  readonly beginAt: number
  /** Beats a minute, before it gets faster. */
  readonly bpm: number
  /** In a bar. */
  readonly beats: number
}

export interface Metronome extends Disposable {
  readonly view: ReadonlyStore<MetronomeView>
  /** From a first bar on, also where it runs already. */
  start(): Promise<MetronomeTime>
  stop(): void
}

/** @example const { beginAt, bpm } = await get(METRONOME).start() */
export const METRONOME = createToken<Metronome>('metronome.metronome')
