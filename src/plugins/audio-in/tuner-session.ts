import type { PluginContext } from '../../core/kernel/plugin.js'
import { SETTINGS } from '../../core/kernel/tokens.js'
import {
  createStore,
  type Disposable,
  disposable,
  type ReadonlyStore,
  type Store,
} from '../../core/platform/store.js'
import { createToken } from '../../core/platform/token.js'
import { pitchAt } from '../../music/guitar/position.js'
import { NECK_VIEW, type NeckView } from '../fretboard/tokens.js'
import { SOUND_SILENCED } from '../sound/tokens.js'
import { AUDIO_INPUT, type TunerReading } from './tokens.js'
import { tunerSettings } from './tuner-settings.js'
import { chooseString, firstState, nextState, type TunerOptions, type TunerState } from './tuner-state.js'

export interface TunerView extends TunerState {
  readonly hz: number | undefined
  readonly options: TunerOptions
}

/** Loads the neck’s tuning on the first call. */
export const TUNER = createToken<() => Promise<TunerSession>>('audio-in.tuner')

export async function openTuner(context: PluginContext): Promise<TunerSession> {
  return new TunerSession(context, await context.load(NECK_VIEW))
}

/** Tunes the strings of the neck on screen. */
export class TunerSession {
  readonly view
  private readonly settings
  private readonly input
  /** Set while the built-in sound is in use. */
  private sound: Store<boolean> | undefined

  constructor(
    context: PluginContext,
    readonly neck: ReadonlyStore<NeckView>,
  ) {
    const { get, scope } = context
    this.input = get(AUDIO_INPUT)
    this.settings = get(SETTINGS).store(tunerSettings)
    this.view = createStore<TunerView>(this.restarted())
    context.follow(SOUND_SILENCED, sound => {
      this.sound = sound
      return undefined
    })
    scope.onDispose(this.settings.subscribe(() => this.applyOptions()))
    scope.onDispose(neck.subscribe(() => this.applyOptions()))
    scope.onDispose(this.input.tuner.readings.subscribe(reading => this.take(reading)))
  }

  /** Measures until disposed, and turns on the microphone if it was used for the tuner before. */
  open(): Disposable {
    const wasOff = this.input.view.getState().status === 'off'
    const measuring = this.input.tuner.listen()
    const silence = () => this.sound?.setState(this.settings.getState().mutes, true)
    silence()
    const unsubscribe = this.settings.subscribe(silence)
    this.view.setState(this.restarted(), true)
    if (wasOff && this.settings.getState().listens) void this.input.start()
    return disposable(() => {
      measuring.dispose()
      unsubscribe()
      this.sound?.setState(false, true)
      if (wasOff) this.input.stop()
    })
  }

  /** Call within a user gesture. */
  start(): void {
    this.settings.change({ listens: true })
    void this.input.start()
  }

  /** @param string from 1; the string already chosen is recognized by its pitch again */
  choose(string: number): void {
    const { chosen, string: current } = this.view.getState()
    this.view.setState(chooseString(this.view.getState(), chosen && string === current ? undefined : string))
  }

  private restarted(): TunerView {
    const options = this.options()
    return { ...firstState(options), hz: undefined, options }
  }

  private options(): TunerOptions {
    const { tuning, capo } = this.neck.getState()
    const { mode, a4, handsFree } = this.settings.getState()
    const open = tuning.strings.map((pitch, index) => pitchAt(tuning, capo, index + 1, 0) ?? pitch)
    return { strings: mode === 'string' ? open : undefined, a4, handsFree }
  }

  private applyOptions(): void {
    if (JSON.stringify(this.options()) !== JSON.stringify(this.view.getState().options))
      this.view.setState(this.restarted(), true)
  }

  private take(reading: TunerReading | undefined): void {
    const view = this.view.getState()
    if (!reading && view.cents === undefined && view.ringing === undefined) return
    const { options } = view
    const next = nextState(view, reading?.hz, reading?.at ?? view.at, options)
    this.view.setState({ ...next, hz: reading?.hz, options }, true)
  }
}
