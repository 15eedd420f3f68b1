import { onSessionEnd } from '../../core/auth/session.js'
import type { Notice } from '../../core/events/notices.js'
import type { PluginContext } from '../../core/kernel/plugin.js'
import { AUTH, CLOCK, EVENTS, NOTICES, SETTINGS } from '../../core/kernel/tokens.js'
import { messageOf } from '../../core/platform/fretwork-error.js'
import { createStore, type Disposable, disposable } from '../../core/platform/store.js'
import { parseMidiMessage } from '../../music/midi/midi-message.js'
import {
  AUDIO_PORT,
  MIDI_PANIC,
  MIDI_SENT,
  NECK_TUNING,
  PAGE_HIDDEN,
  VIRTUAL_INPUTS,
  type VirtualInput,
} from '../midi-io/tokens.js'
import { CAPTURE_PAGE, type Capture, type CapturePage, type CaptureReport } from './capture.js'
import { FeedbackDetector } from './feedback.js'
import { GuitarSource } from './guitar-source.js'
import { LevelMeter } from './level-meter.js'
import { type AudioProblem, type AudioWarning, PROBLEMS, WARNINGS } from './problems.js'
import { audioInputSettings } from './settings.js'
import type {
  AudioDevice,
  AudioInput,
  AudioInputView,
  AudioLevel,
  ExpectedChord,
  TunerReading,
} from './tokens.js'

const OFF: AudioInputView = {
  ...{ status: 'off', problem: undefined, warnings: [], devices: [], device: undefined },
  ...{ channels: 1, channel: 1 },
}

/** Open strings of a guitar in standard tuning, used until a neck is shown. */
const STANDARD = [64, 59, 55, 50, 45, 40]

/** Maximum latency of wired inputs, ms. */
const SLOW_MS = 100
/** Bluetooth headsets with a microphone use 8 or 16 kHz. */
const TELEPHONE_HZ = 16_000
const WIRELESS = /bluetooth|airpods|buds|hands-?free|\bBT\b/i

/** How often the settings of the input are checked for changes, ms. */
const CHECKED_EVERY_MS = 1000

/** Percussion in General MIDI has no pitch. */
const DRUM_CHANNEL = 10

const CODES: Readonly<Record<string, AudioProblem>> = {
  NotAllowedError: 'audio_refused',
  SecurityError: 'audio_refused',
  NotFoundError: 'audio_none',
  NotReadableError: 'audio_busy',
  AbortError: 'audio_busy',
}

/** Turns a guitar heard through a microphone or an interface into a MIDI input. */
export class AudioGuitar implements AudioInput, Disposable {
  readonly view = createStore<AudioInputView>(OFF)
  readonly level = createStore<AudioLevel | undefined>(undefined)
  readonly tuner: AudioInput['tuner']
  private readonly readings = createStore<TunerReading | undefined>(undefined)
  private readonly settings
  private tuners = 0
  private page: CapturePage | undefined
  private capture: Capture | undefined
  private input: VirtualInput | undefined
  private source: GuitarSource | undefined
  private meter = new LevelMeter()
  /** Undone when listening ends. */
  private listening: Disposable = disposable()
  /** Changes with each start and stop, so that late answers of the browser are recognized. */
  private attempt = 0
  private sampleRate: number | undefined
  private feedback = new FeedbackDetector()

  constructor(private readonly context: PluginContext) {
    const { get, scope } = context
    this.settings = get(SETTINGS).store(audioInputSettings)
    this.tuner = { readings: this.readings, listen: () => this.tune() }
    scope.onDispose(
      this.settings.subscribe((now, before) => {
        if (this.view.getState().status === 'off') return
        if (now.device !== before.device) void this.open()
        else this.applyChannel()
      }),
    )
    scope.onDispose(get(NECK_TUNING).subscribe(() => this.applyTuning()))
    for (const event of [MIDI_PANIC, PAGE_HIDDEN])
      scope.add(get(EVENTS).on(event, () => this.source?.release()))
    scope.add(onSessionEnd(get(AUTH).state, () => this.stop()))
  }

  async start(): Promise<void> {
    const { status } = this.view.getState()
    if (status === 'waiting') this.capture?.resume()
    if (status === 'off' || status === 'failed') await this.open()
  }

  stop(): void {
    this.close()
    this.input?.dispose()
    this.input = undefined
    this.source = undefined
    this.showProblem()
    this.view.setState({ ...OFF, devices: this.view.getState().devices })
  }

  expect(chords: readonly ExpectedChord[]): void {
    const { latencyMs = 0 } = this.capture?.facts() ?? {}
    const expected = chords.map(({ atMs, notes }) => ({
      atMs: atMs === undefined ? undefined : atMs + latencyMs,
      notes,
    }))
    this.capture?.change({ expected })
  }

  dispose(): void {
    this.stop()
  }

  private async open(warning?: AudioWarning): Promise<void> {
    this.close()
    const { attempt } = this
    this.showProblem()
    this.view.setState({ status: 'asking', warnings: [] })
    if (warning) this.warn(warning)
    try {
      this.page ??= await this.context.get(CAPTURE_PAGE)()
      if (attempt !== this.attempt) return
      if (!this.page) return this.fail('audio_unsupported')
      const capture = await this.openCapture(this.page)
      if (attempt !== this.attempt) return capture.dispose()
      this.begin(this.page, capture)
    } catch (error) {
      if (attempt === this.attempt) this.failWith(error)
    }
  }

  private async openCapture(page: CapturePage): Promise<Capture> {
    const { device, channel } = this.settings.getState()
    const options = { device, channel: channel - 1, open: this.openStrings, tunes: this.tuners > 0 }
    const { attempt } = this
    const isCurrent = () => attempt === this.attempt
    const listener = {
      onReport: (report: CaptureReport) => isCurrent() && this.take(report),
      onChange: () => isCurrent() && this.update(),
      onEnded: () => isCurrent() && void this.lose(),
      onFailed: (error: unknown) => isCurrent() && this.failWith(error),
    }
    try {
      return await page.open(options, listener)
    } catch (error) {
      const isMissing = ['OverconstrainedError', 'NotFoundError'].includes(nameOf(error))
      if (device === '' || !isMissing) throw error
      this.warn('audio_device_missing')
      return await page.open({ ...options, device: '' }, listener)
    }
  }

  private begin(page: CapturePage, capture: Capture): void {
    this.capture = capture
    // The neck, the channel or the tuner may have changed while the browser asked for permission.
    capture.change({ open: this.openStrings, tunes: this.tuners > 0 })
    this.applyChannel()
    const { device, sampleRate } = capture.facts()
    // Another device has another latency.
    if (device.label !== this.view.getState().device?.label || !this.source) this.addInput(device.label)
    this.view.setState({ device })
    this.sampleRate = sampleRate
    const timer = this.context.get(CLOCK).every(CHECKED_EVERY_MS, () => this.check())
    const devices = page.onDevices(() => void this.followDevices())
    const feedback = this.detectFeedback()
    const touches = page.onTouch(() => capture.problem && capture.resume())
    this.listening = disposable(...[timer, devices, feedback, touches].map(each => () => each.dispose()))
    this.check()
    this.update()
    void this.followDevices()
  }

  private addInput(device: string): void {
    this.input?.dispose()
    const port = { id: AUDIO_PORT, name: 'Guitar (audio)', manufacturer: 'Fretwork', device }
    this.input = this.context.get(VIRTUAL_INPUTS).add(port)
    this.source = new GuitarSource(this.input)
  }

  private close(): void {
    this.attempt += 1
    this.listening.dispose()
    this.capture?.dispose()
    this.capture = undefined
    this.source?.release()
    this.meter = new LevelMeter()
    this.level.setState(undefined, true)
    this.readings.setState(undefined, true)
  }

  private take({ heard, peak, channels, tuned }: CaptureReport): void {
    const { view, source } = this
    if (channels !== view.getState().channels) {
      view.setState({ channels })
      this.applyChannel()
    }
    this.level.setState(this.meter.measure(peak, this.context.get(CLOCK).now()), true)
    if (tuned)
      this.readings.setState(tuned.hz === undefined ? undefined : { hz: tuned.hz, at: tuned.atMs }, true)
    // The delay from the string to the audio thread.
    const { latencyMs = 0 } = this.capture?.facts() ?? {}
    for (const each of heard) {
      // Sent before the worker was tuning.
      if (each.type === 'note' && this.tuners > 0) continue
      const at = each.atMs - latencyMs
      source?.take(each, at)
      if (each.type === 'note' && this.feedback.hear(each.pitch, at)) this.warn('audio_feedback')
    }
  }

  private detectFeedback(): Disposable {
    this.feedback = new FeedbackDetector()
    return this.context.get(EVENTS).on(MIDI_SENT, ({ bytes, at }) => {
      const message = parseMidiMessage(bytes)
      const isDrum = message?.channel === DRUM_CHANNEL
      if (message?.type === 'note-on' && !isDrum) this.feedback.send(message.note, at)
    })
  }

  private get openStrings(): readonly number[] {
    const neck = this.context.get(NECK_TUNING).getState()
    return neck ? neck.strings.map(string => string + neck.capo) : STANDARD
  }

  private applyTuning(): void {
    this.source?.release()
    this.capture?.change({ open: this.openStrings })
  }

  private applyChannel(): void {
    const channel = Math.min(this.settings.getState().channel, this.view.getState().channels)
    this.view.setState({ channel })
    this.capture?.change({ channel: channel - 1 })
  }

  private tune(): Disposable {
    const change = (by: number) => {
      this.tuners += by
      this.source?.release()
      this.readings.setState(undefined, true)
      this.capture?.change({ tunes: this.tuners > 0 })
    }
    change(1)
    return disposable(() => change(-1))
  }

  /** Lists the devices, and reopens the chosen or lost device if it is connected again. */
  private async followDevices(): Promise<void> {
    const { attempt, page } = this
    const devices = (await page?.devices().catch(() => [])) ?? []
    if (attempt !== this.attempt) return
    this.view.setState({ devices })
    const { device, problem, warnings } = this.view.getState()
    const chosen = this.settings.getState().device
    const isLost = problem === 'audio_lost'
    const isBack = ({ id, label }: AudioDevice) =>
      chosen === '' ? isLost && device?.label.endsWith(label) : id === chosen
    const isMissing = isLost || warnings.includes('audio_device_missing')
    if (isMissing && devices.some(isBack)) void this.open()
  }

  private check(): void {
    const facts = this.capture?.facts()
    if (!facts) return
    const { sampleRate, latencyMs = 0, device, isProcessed } = facts
    if (sampleRate !== this.sampleRate) return void this.open('audio_rate_changed')
    const isWireless =
      WIRELESS.test(device.label) || latencyMs > SLOW_MS || (sampleRate ?? Infinity) <= TELEPHONE_HZ
    if (isProcessed) this.warn('audio_processed')
    if (isWireless) this.warn('audio_bluetooth')
  }

  private update(): void {
    if (!this.capture) return
    const { problem } = this.capture
    this.view.setState({ status: problem ? 'waiting' : 'listening' })
    this.showProblem(problem)
  }

  private async lose(): Promise<void> {
    const { page } = this
    this.close()
    const { attempt } = this
    const isBlocked = await page?.isBlocked()
    if (attempt !== this.attempt) return
    this.fail(isBlocked ? 'audio_refused' : 'audio_lost')
    if (!isBlocked && page) this.listening = page.onDevices(() => void this.followDevices())
  }

  private failWith(error: unknown): void {
    this.close()
    // Some messages are empty, and some end with a period.
    const reason = messageOf(error).replace(/\.$/, '') || nameOf(error)
    this.fail(CODES[nameOf(error)] ?? 'audio_failed', reason)
  }

  private fail(problem: AudioProblem, reason = ''): void {
    this.view.setState({ status: 'failed' })
    this.showProblem(problem, reason)
  }

  private showProblem(problem?: AudioProblem, reason = ''): void {
    if (problem === this.view.getState().problem) return
    this.view.setState({ problem, reason })
    const topic = 'audio-in problem'
    if (problem)
      this.post({ topic, kind: 'warning', code: problem, message: PROBLEMS[problem], values: { reason } })
    else this.context.get(NOTICES).withdraw(topic)
  }

  private warn(code: AudioWarning): void {
    const { warnings } = this.view.getState()
    if (warnings.includes(code)) return
    this.view.setState({ warnings: [...warnings, code] })
    this.post({ topic: `audio-in ${code}`, kind: 'info', code, message: WARNINGS[code] })
  }

  private post(notice: Omit<Notice, 'source'>): void {
    this.context.get(NOTICES).post({ ...notice, source: 'audio-in' })
  }
}

function nameOf(error: unknown): string {
  const { name } = Object(error) as { readonly name?: unknown }
  return `${name}`
}
