/** The browser’s part of listening. Tests provide a fake. */
import type { Disposable } from '../../core/platform/store.js'
import { createToken } from '../../core/platform/token.js'
import type { Heard } from '../../music/audio/heard.js'
import type { AudioDevice, ExpectedChord } from './tokens.js'

/** Settings of the opened input, as far as the browser reports them. */
export interface InputFacts {
  readonly device: AudioDevice
  /** Hz */
  readonly sampleRate?: number | undefined
  /** Input latency, ms. */
  readonly latencyMs?: number | undefined
  /** Whether echo cancellation, noise suppression or gain control stayed on. */
  readonly isProcessed: boolean
}

/** Times are on the application's clock, ms. */
export interface CaptureReport {
  readonly heard: readonly (Heard & { readonly atMs: number })[]
  /** Peak since the last report, 0–1. */
  readonly peak: number
  readonly channels: number
  readonly tuned?: { readonly hz: number | undefined; readonly atMs: number } | undefined
}

export interface CaptureListener {
  onReport(report: CaptureReport): void
  /** The device is gone, or the permission was revoked. */
  onEnded(): void
  /** Audio was paused or resumed, or the input was muted or unmuted. */
  onChange(): void
  /** The audio thread or the worker has failed. */
  onFailed(error: unknown): void
}

export interface CaptureOptions {
  /** Empty for the default device. */
  readonly device: string
  /** From 0. */
  readonly channel: number
  /** MIDI notes of the open strings, string 1 first. */
  readonly open: readonly number[]
  readonly tunes: boolean
}

export interface CaptureChange extends Partial<Omit<CaptureOptions, 'device'>> {
  readonly expected?: readonly ExpectedChord[]
}

export interface Capture extends Disposable {
  facts(): InputFacts
  /** Why nothing is heard at the moment. */
  readonly problem: 'audio_waits' | 'audio_muted' | undefined
  /** Must be called within a user gesture. */
  resume(): void
  change(options: CaptureChange): void
}

export interface CapturePage {
  devices(): Promise<readonly AudioDevice[]>
  onDevices(run: () => void): Disposable
  /** Whether the user or the system has blocked the microphone; false if unknown. */
  isBlocked(): Promise<boolean>
  /** Runs the callback inside touch and key events. */
  onTouch(run: () => void): Disposable
  /** Asks for permission if needed. @throws the browser's `DOMException` */
  open(options: CaptureOptions, listener: CaptureListener): Promise<Capture>
}

/** Resolves to `undefined` outside a browser, and in browsers without microphones. */
export const CAPTURE_PAGE = createToken<() => Promise<CapturePage | undefined>>('audio-in.capture-page')
