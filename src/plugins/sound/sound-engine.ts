import type { PluginContext } from '../../core/kernel/plugin.js'
import { CLOCK, CONNECTION, SETTINGS } from '../../core/kernel/tokens.js'
import { messageOf } from '../../core/platform/fretwork-error.js'
import { createStore, type Disposable } from '../../core/platform/store.js'
import { isNoteOn } from '../../music/midi/midi-message.js'
import { MIDI_BENDS, MIDI_OUTPUT } from '../midi-io/tokens.js'
import { EarlyNotes } from './early-notes.js'
import { patchOfInstrument, soundSettings } from './settings.js'
import { SongSound } from './song-sound.js'
import { SoundNotices } from './sound-notices.js'
import type { LiveSynth, SoundPage } from './synth.js'
import { SOUND_PAGE, SOUND_PORT, type SoundStatus, type SoundView } from './synth.js'
import { type Patch, type Played, SoundPorts, type Way } from './synthesis/sound-ports.js'
import { SOUND_BANKS } from './tokens.js'

/** Notes later than this are dropped. A blocked page would otherwise end in a burst of notes. */
const TOO_LATE_MS = 250
/** Maximum time in ms that a song waits for the sound to load and for the browser's permission. */
const LOAD_MS = 10_000
const WAKE_MS = 1000
const RETRY_MS = 5000

export class SoundEngine implements Disposable {
  readonly view = createStore<SoundView>({ status: 'off', output: undefined })
  private readonly clock
  private readonly connection
  private readonly settings
  private readonly ownBanks
  private readonly early = new EarlyNotes()
  readonly ports: SoundPorts
  private page: Promise<SoundPage | undefined> | undefined
  private synth: LiveSynth | undefined
  private loading = false
  private failedAt = Number.NEGATIVE_INFINITY
  private waitingForTouch: Disposable | undefined
  private readonly notices: SoundNotices
  private readonly songSound: SongSound
  private ended = false

  constructor(private readonly context: PluginContext) {
    const { get, scope } = context
    this.notices = new SoundNotices(context)
    this.clock = get(CLOCK)
    this.connection = get(CONNECTION)
    this.settings = get(SETTINGS).store(soundSettings)
    this.ownBanks = get(SOUND_BANKS)
    this.ports = new SoundPorts({
      synth: () => this.synth,
      bendOf: (port, channel) => get(MIDI_BENDS).bendOf(port, channel),
      onTurnedDown: channel => this.reportTurnedDown(channel),
    })
    scope.onDispose(
      this.settings.subscribe((now, before) => {
        if (before.besideOutput && !now.besideOutput) this.ports.letGo('out', this.clock.now())
        if (before.hearInput && !now.hearInput) this.ports.letGo('in', this.clock.now())
        if (before.latency !== now.latency) this.restart()
        if (before.device !== now.device) void this.applyDevice()
        this.adjust()
        this.follow()
      }),
    )
    scope.onDispose(
      this.ownBanks.view.subscribe((now, before) => {
        if (now.banks === before.banks) return
        this.synth?.reload()
        this.adjust()
      }),
    )
    scope.add(
      this.connection.onConnected(() => {
        this.synth?.retry()
        if (this.hasFailed && this.isWanted) void this.load()
      }),
    )
    this.songSound = new SongSound(context, () => this.needInstruments())
  }

  latencyMs(): number | undefined {
    return this.synth?.latencyMs()
  }

  get isOutput(): boolean {
    return this.view.getState().output?.id === SOUND_PORT
  }

  /** @param asked true if the user has just changed a setting, which is applied immediately */
  follow(asked = false): void {
    if (this.ended) return
    this.followOutput()
    const { besideOutput, hearInput } = this.settings.getState()
    if (!this.isWanted) {
      this.stopWaiting()
      if (this.view.getState().status !== 'off') this.cut()
      this.setStatus('off')
      this.synth?.rest()
    } else if (this.synth) {
      this.synth.wake()
      this.followSynth(this.synth)
    } else if (this.loading) this.setStatus('loading')
    else if (asked || besideOutput || hearInput) void this.load()
    else void this.standBy()
  }

  prepare(): Promise<void> | undefined {
    const { status } = this.view.getState()
    if (status === 'standby') void this.load()
    const { loading } = this.view.getState()
    const isWaiting = status === 'waiting' && this.synth
    if (!this.isStarting && !isWaiting && !(status === 'ready' && loading)) return undefined
    return new Promise(resolve => {
      const end = () => {
        stop()
        timer.dispose()
        resolve()
      }
      const stop = this.view.subscribe(now => {
        if (now.status === 'ready' ? !now.loading : now.status !== 'loading' && now.status !== status) end()
      })
      const timer = this.clock.after(status === 'waiting' ? WAKE_MS : LOAD_MS, end)
    })
  }

  play(way: Way, port: string, bytes: ArrayLike<number>, atMs: number, played: Played = {}): void {
    const begins = isNoteOn(bytes)
    if (begins && this.view.getState().status === 'standby') void this.load()
    if (this.isStarting && isNote(bytes)) {
      this.early.add({ way, port, bytes: Array.from(bytes), atMs, played }, this.clock.now())
      return
    }
    if (begins) {
      if (this.view.getState().status !== 'ready') {
        this.missed()
        return
      }
      if (this.clock.now() - atMs > TOO_LATE_MS) return
    }
    this.ports.play(way, port, bytes, atMs, played)
  }

  cut(): void {
    const now = this.clock.now()
    this.early.clear()
    this.synth?.silence()
    this.ports.letGo('in', now)
    this.ports.letGo('out', now)
  }

  panic(): void {
    this.cut()
    this.ports.reset(this.clock.now())
  }

  dispose(): void {
    this.ended = true
    this.stopWaiting()
    this.cut()
    this.synth?.dispose()
  }

  private followOutput(): void {
    const before = this.view.getState().output
    const output = this.context.get(MIDI_OUTPUT).port
    if (output?.id === before?.id && output?.name === before?.name) return
    // Notes played on the neck are only audible through this output.
    if (this.isOutput && !this.settings.getState().hearInput) this.ports.letGo('in', this.clock.now())
    this.view.setState({ output })
  }

  private get isWanted(): boolean {
    const { besideOutput, hearInput } = this.settings.getState()
    return this.isOutput || besideOutput || hearInput
  }

  private get isStarting(): boolean {
    const { status } = this.view.getState()
    return status === 'standby' || status === 'loading'
  }

  private get hasFailed(): boolean {
    const { status } = this.view.getState()
    return (status === 'failed' || status === 'offline') && !this.loading
  }

  private setStatus(status: SoundStatus): void {
    if (this.view.getState().status === status) return
    this.view.setState({ status })
    if (status === 'ready') this.playEarly()
    else if (!this.isStarting) this.early.clear()
  }

  private playEarly(): void {
    for (const { way, port, bytes, atMs, played } of this.early.take(this.clock.now())) {
      this.play(way, port, bytes, atMs, played)
    }
  }

  private followSynth(synth: LiveSynth): void {
    if (this.ended || !this.isWanted) return
    if (synth.awake) {
      this.stopWaiting()
      this.notices.withdraw('sound_waits')
      this.notices.withdraw('sound_interrupted')
      this.needInstruments()
      this.setStatus('ready')
      return
    }
    // Notes that the browser has stopped must not resume later.
    if (this.view.getState().status === 'ready') {
      this.cut()
      this.notices.post('sound_interrupted', 'info')
    }
    this.setStatus('waiting')
    void this.findPage().then(page => page && this.waitForTouch(page))
  }

  private findPage(): Promise<SoundPage | undefined> {
    this.page ??= this.context
      .get(SOUND_PAGE)()
      .then(page => {
        if (!page || this.ended) return page
        this.view.setState({ canChooseDevice: page.canChooseDevice() })
        page.keepOffline()
        this.context.scope.add(page.onDevices(() => void this.applyDevice()))
        return page
      })
      .catch(error => {
        this.page = undefined
        throw error
      })
    return this.page
  }

  /** Defers all downloads until the next click, key or note. */
  private async standBy(): Promise<void> {
    try {
      const page = await this.findPage()
      if (!page || this.ended || !this.isWanted || this.synth || this.loading) return
      this.setStatus(page.touched() ? 'standby' : 'waiting')
      this.waitForTouch(page)
    } catch (error) {
      // The first note retries and reports why there is no sound.
      this.context.log.info('Couldn’t find the built-in sound', error)
      if (!this.loading) this.setStatus('standby')
    }
  }

  /** @param touched the page, if called within a user gesture */
  private async load(touched?: SoundPage): Promise<void> {
    if (this.loading || this.synth) return
    this.loading = true
    try {
      const page = touched ?? (await this.findPage())
      if (this.ended || !page) return
      if (!touched && !page.touched()) {
        if (this.isWanted) this.setStatus('waiting')
        this.waitForTouch(page)
        return
      }
      this.stopWaiting()
      this.setStatus('loading')
      const synth = await page.createSynth({
        now: () => this.clock.now(),
        onLoading: (left, of) => {
          this.view.setState({ loading: left > 0 ? { left, of } : undefined })
          if (left === 0 && !this.ended) this.notices.postMissing()
        },
        onMissing: (patch, instead, error) => {
          this.context.log.warn('Couldn’t load an instrument', patch, error)
          this.notices.addMissing(patch, instead)
        },
        latency: this.settings.getState().latency,
        ownInstrument: patch => this.ownBanks.load(patch),
      })
      if (this.ended) {
        synth.dispose()
        return
      }
      this.synth = synth
      this.notices.withdraw('sound_offline')
      synth.onAwakeChange(() => synth === this.synth && this.followSynth(synth))
      this.adjust()
      if (this.settings.getState().device !== '') void this.applyDevice()
    } catch (error) {
      this.failedAt = this.clock.now()
      this.reportFailure(error)
    } finally {
      this.loading = false
    }
    if (this.synth) this.follow()
  }

  private reportFailure(error: unknown): void {
    if (this.ended || !this.isWanted) return
    this.context.log.warn('Couldn’t start the built-in sound', error)
    if (!this.connection.online()) {
      this.setStatus('offline')
      this.notices.post('sound_offline', 'info')
      return
    }
    this.setStatus('failed')
    const code = isUnfetched(error) ? 'sound_unreachable' : 'sound_failed'
    this.notices.withdraw(code)
    this.notices.post(code, 'error', { reason: messageOf(error) })
  }

  private waitForTouch(page: SoundPage): void {
    const { status } = this.view.getState()
    if (this.ended || this.waitingForTouch || (status !== 'waiting' && status !== 'standby')) return
    this.waitingForTouch = page.onTouch(() => {
      if (this.synth) this.follow()
      // On touchscreens, only lifting the finger counts as a user gesture.
      else if (page.touched()) void this.load(page)
    })
  }

  private stopWaiting(): void {
    this.waitingForTouch?.dispose()
    this.waitingForTouch = undefined
  }

  private adjust(): void {
    const { synth } = this
    const { songInstruments, volume, muted, room } = this.settings.getState()
    this.ports.setInstrument(this.instrument, songInstruments, this.clock.now())
    synth?.setVolume(volume, muted)
    synth?.setRoom(room)
    this.needInstruments()
  }

  private async applyDevice(): Promise<void> {
    try {
      await this.synth?.setDevice(this.settings.getState().device)
      this.notices.withdraw('sound_device_missing')
    } catch (error) {
      this.context.log.info('Couldn’t use the audio device', error)
      if (!this.ended) this.notices.post('sound_device_missing', 'warning')
    }
  }

  /** The browser only applies a latency to new audio. */
  private restart(): void {
    if (!this.synth) return
    this.cut()
    this.synth.dispose()
    this.synth = undefined
    this.ports.restart()
    void this.load()
  }

  private get instrument(): Patch {
    const patch = patchOfInstrument(this.settings.getState().instrument)
    return patch.bank === undefined || this.ownBanks.has(patch) ? patch : patchOfInstrument('steel')
  }

  /** Loads the instruments before the first note. */
  private needInstruments(): void {
    if (!this.synth || !this.isWanted) return
    this.synth.need(this.instrument)
    this.songSound.applyTo(this.synth)
  }

  private missed(): void {
    if (this.view.getState().status === 'waiting') this.notices.post('sound_waits', 'info')
    if (this.hasFailed && this.clock.now() - this.failedAt >= RETRY_MS) void this.load()
  }

  private reportTurnedDown(channel: number | undefined): void {
    this.view.setState({ turnedDown: channel })
    if (channel === undefined) this.notices.withdraw('sound_turned_down')
    else this.notices.post('sound_turned_down', 'info', { channel })
  }
}

function isNote(bytes: ArrayLike<number>): boolean {
  const kind = (bytes[0] ?? 0) >> 4
  return kind === 0x8 || kind === 0x9
}

/** Detects failed downloads: of the audio thread's script, or of code ("… dynamically imported module"). */
function isUnfetched(error: unknown): boolean {
  if (error instanceof TypeError) return /import/i.test(error.message)
  return error instanceof Error && error.name === 'AbortError'
}
