import type { PluginContext } from '../../core/kernel/plugin.js'
import { CLOCK, CONNECTION, SETTINGS } from '../../core/kernel/tokens.js'
import { messageOf } from '../../core/platform/fretwork-error.js'
import { createStore, type Disposable } from '../../core/platform/store.js'
import { isNoteOn } from '../../music/midi/midi-message.js'
import { MIDI_BENDS, MIDI_OUTPUT } from '../midi-io/tokens.js'
import { BackOff } from './back-off.js'
import { EarlyNotes } from './early-notes.js'
import { patchOfInstrument, soundSettings } from './settings.js'
import { SongSound } from './song-sound.js'
import { SoundNotices } from './sound-notices.js'
import type { LiveSynth, LoadingInstruments, SoundPage } from './synth.js'
import { SOUND_PAGE, SOUND_PORT, type SoundStatus, type SoundView } from './synth.js'
import type { Patch, Played, Way } from './synthesis/sound-port.js'
import { SoundPorts } from './synthesis/sound-ports.js'
import { SOUND_BANKS, SOUND_SILENCED } from './tokens.js'

/** Notes later than this are dropped. Otherwise, a blocked page would cause a burst of notes. */
const TOO_LATE_MS = 250
/** Maximum time in ms that a song waits for the sound to load and for the browser's permission. */
const LOAD_MS = 10_000
const WAKE_MS = 1000

export class SoundEngine implements Disposable {
  readonly view = createStore<SoundView>({ status: 'off', output: undefined })
  readonly ports: SoundPorts
  private readonly clock
  private readonly connection
  private readonly settings
  private readonly ownBanks
  private readonly silenced
  private readonly early = new EarlyNotes()
  private readonly notices: SoundNotices
  private readonly songSound: SongSound
  private readonly retry: BackOff
  /** Startup state of the synthesizer; `off` until the page has been found. */
  private start: 'off' | 'standby' | 'loading' | 'failed' | 'offline' = 'off'
  private page: SoundPage | undefined
  private synth: LiveSynth | undefined
  private touches: Disposable | undefined
  private ended = false

  constructor(private readonly context: PluginContext) {
    const { get, scope } = context
    this.notices = new SoundNotices(context)
    this.clock = get(CLOCK)
    this.connection = get(CONNECTION)
    this.settings = get(SETTINGS).store(soundSettings)
    this.ownBanks = get(SOUND_BANKS)
    this.silenced = get(SOUND_SILENCED)
    scope.onDispose(this.silenced.subscribe(() => this.adjust()))
    this.retry = new BackOff(() => this.clock.now())
    this.ports = new SoundPorts({
      synth: () => this.synth,
      bendOf: (port, channel) => get(MIDI_BENDS).bendOf(port, channel),
      onTurnedDown: channel => this.reportTurnedDown(channel),
    })
    scope.onDispose(
      this.settings.subscribe((now, before) => {
        if (before.besideOutput && !now.besideOutput) this.ports.letGo('out', this.clock.now())
        if (before.hearInput && !now.hearInput) this.ports.letGo('in', this.clock.now())
        // Browsers apply the latency only to a new audio context.
        if (before.latency !== now.latency && this.discard()) void this.load()
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
        if (this.hasFailed) void this.load()
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
    this.followOutput()
    if (this.isWanted) this.synth?.wake()
    this.update()
    const { besideOutput, hearInput } = this.settings.getState()
    if (!this.isWanted) this.synth?.rest()
    else if (this.synth) return
    else if (asked || besideOutput || hearInput) void this.load()
    else if (this.start === 'off') void this.standBy()
  }

  prepare(): Promise<void> | undefined {
    this.loadIfDue()
    this.needInstruments()
    const { status, loading } = this.view.getState()
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
    if (begins) this.loadIfDue()
    const { status } = this.view.getState()
    if (this.isStarting && isNote(bytes)) {
      this.early.add({ way, port, bytes: Array.from(bytes), atMs, played }, this.clock.now())
      return
    }
    if (begins && status === 'waiting') this.notices.show('start', 'sound_waits')
    if (begins && (status !== 'ready' || this.clock.now() - atMs > TOO_LATE_MS)) return
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
    this.update()
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
    return !this.ended && (this.isOutput || besideOutput || hearInput)
  }

  private get isStarting(): boolean {
    const { status } = this.view.getState()
    return status === 'standby' || status === 'loading'
  }

  private get hasFailed(): boolean {
    return this.start === 'failed' || this.start === 'offline'
  }

  private get status(): SoundStatus {
    if (!this.isWanted) return 'off'
    if (this.synth) return this.synth.awake ? 'ready' : 'waiting'
    return this.start === 'standby' && this.page?.touched() === false ? 'waiting' : this.start
  }

  /** Call after every change that affects the status. */
  private update(start = this.start): void {
    this.start = start
    const { status } = this
    const { status: before } = this.view.getState()
    if (status === 'waiting' || status === 'standby')
      this.touches ??= this.page?.onTouch(() => this.touched())
    else this.stopListening()
    if (status === before) return
    // Notes interrupted by the browser must not resume later.
    if (before === 'ready') this.cut()
    this.view.setState({ status })
    if (status === 'waiting' && before === 'ready') this.notices.show('start', 'sound_interrupted')
    if (status === 'off') this.notices.show('start')
    if (status === 'ready') this.begin()
    else if (!this.isStarting) this.early.clear()
  }

  private begin(): void {
    this.notices.show('start')
    this.needInstruments()
    for (const { way, port, bytes, atMs, played } of this.early.take(this.clock.now())) {
      this.play(way, port, bytes, atMs, played)
    }
  }

  private touched(): void {
    if (this.synth) this.follow()
    // On touchscreens, only lifting the finger counts as a user gesture.
    else if (this.page?.touched()) void this.load()
  }

  private stopListening(): void {
    this.touches?.dispose()
    this.touches = undefined
  }

  private async findPage(): Promise<SoundPage | undefined> {
    const page = await this.context.get(SOUND_PAGE)()
    if (!page || this.ended || this.page) return this.page
    this.page = page
    this.view.setState({ canChooseDevice: page.canChooseDevice() })
    void page.prepare(this.settings.getState().latency)
    this.context.scope.add(page.onDevices(() => void this.applyDevice()))
    return page
  }

  /** Loads the user’s instruments only on the next click, key or note. */
  private async standBy(): Promise<void> {
    try {
      if (!(await this.findPage())) return
    } catch (error) {
      // The first note retries and reports why there is no sound.
      this.context.log.info('Couldn’t find the built-in sound', error)
    }
    if (this.start === 'off') this.update('standby')
  }

  private loadIfDue(): void {
    if (this.view.getState().status === 'standby' || (this.hasFailed && this.retry.isDue)) void this.load()
  }

  private async load(): Promise<void> {
    if (this.start === 'loading' || this.synth || !this.isWanted) return
    if (this.page?.touched() === false) return this.update('standby')
    this.update('loading')
    try {
      // Within a user gesture, audio must be created synchronously.
      const page = this.page ?? (await this.findPage())
      if (!page?.touched() || this.ended) return this.update('standby')
      this.synth = await this.createSynth(page)
    } catch (error) {
      this.fail(error)
      return
    }
    this.retry.reset()
    this.start = 'standby'
    this.adjust()
    if (this.settings.getState().device !== '') void this.applyDevice()
    this.follow()
  }

  private async createSynth(page: SoundPage): Promise<LiveSynth | undefined> {
    const synth = await page.createSynth({
      now: () => this.clock.now(),
      onLoading: loading => this.reportLoading(loading),
      onFailed: error => synth === this.synth && this.discard() && this.fail(error),
      latency: this.settings.getState().latency,
      ownInstrument: patch => this.ownBanks.load(patch),
    })
    synth.onAwakeChange(() => synth === this.synth && this.update())
    if (!this.ended) return synth
    synth.dispose()
    return undefined
  }

  /** @returns whether there was a synthesizer */
  private discard(): boolean {
    const { synth } = this
    if (!synth) return false
    this.cut()
    this.synth = undefined
    synth.dispose()
    this.ports.restart()
    return true
  }

  private fail(error: unknown): void {
    this.context.log.warn('Couldn’t start the built-in sound', error)
    this.retry.failed()
    const isOnline = this.connection.online()
    this.update(isOnline ? 'failed' : 'offline')
    if (!this.isWanted) return
    const code = isUnfetched(error) ? 'sound_unreachable' : 'sound_failed'
    this.notices.show('start')
    this.notices.show('start', isOnline ? code : 'sound_offline', { values: { reason: messageOf(error) } })
  }

  private adjust(): void {
    const { songInstruments, volume, muted, room } = this.settings.getState()
    this.ports.setInstrument(this.instrument, songInstruments, this.clock.now())
    this.synth?.setVolume(volume, muted || this.silenced.getState())
    this.synth?.setRoom(room)
    this.needInstruments()
  }

  private async applyDevice(): Promise<void> {
    const { device } = this.settings.getState()
    const error = await this.synth?.setDevice(device).then(() => undefined, messageOf)
    if (this.ended || device !== this.settings.getState().device) return
    if (error !== undefined) this.context.log.info('Couldn’t use the audio device', error)
    this.notices.show('device', error === undefined ? undefined : 'sound_device_missing')
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

  private reportLoading({ left, of, missing }: LoadingInstruments): void {
    this.view.setState({ loading: left > 0 ? { left, of } : undefined })
    if (left > 0 || this.ended) return
    if (missing.length > 0) this.context.log.warn('Couldn’t load instruments', missing)
    this.notices.showMissing(missing)
  }

  private reportTurnedDown(channel: number | undefined): void {
    this.view.setState({ turnedDown: channel })
    if (channel === undefined) this.notices.show('volume')
    else this.notices.show('volume', 'sound_turned_down', { values: { channel } })
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
