/** Decides when the built-in sound plays: whether it is wanted, allowed by the browser, and on time. */
import type { Notice, NoticeBoard } from '../../core/events/notices.js'
import type { Disposable } from '../../core/platform/disposable.js'
import { codeOf, messageOf } from '../../core/platform/fretwork-error.js'
import type { Logger } from '../../core/platform/logger.js'
import { phrases } from '../../core/platform/phrases.js'
import type { ClockPort, Platform } from '../../core/platform/ports.js'
import { createStore, type ReadonlyStore } from '../../core/platform/store.js'
import { createMidiPart, type MidiPart } from './midi-part.js'
import type { SoundSettings } from './settings.js'
import type { SoundPage } from './sound-page.js'
import type { LiveSynth } from './synth.js'
import type { BuiltInSound, SoundStatus, SoundView } from './tokens.js'
import { TURNED_DOWN, TurnedDown } from './turned-down.js'
import { VoicePool, type Way } from './voice-pool.js'

/** A note older than this is not begun: after a moment in which the page stood still, none comes late in a burst. */
const TOO_LATE_MS = 250
/** After it could not start, the sound is not tried again with each note. */
const RETRY_MS = 5000

const SENTENCES = {
  ...phrases({
    sound_offline: 'The built-in sound hasn’t been downloaded yet. It loads when you’re back online.',
    sound_unreachable:
      'The built-in sound couldn’t be loaded. Check your connection, then play a note to try again.',
    sound_failed: 'The built-in sound couldn’t start: {{reason}}',
    sound_waits:
      'The browser only allows sound after a click or key press. Click or press a key, then keep playing.',
    sound_unplayable: 'The built-in sound can’t play this note: {{reason}}',
  }),
  ...TURNED_DOWN,
}

export interface SoundEngineParts {
  readonly clock: Pick<ClockPort, 'now'>
  readonly notices: Pick<NoticeBoard, 'post'>
  readonly settings: ReadonlyStore<SoundSettings>
  readonly page: () => Promise<SoundPage | undefined>
  readonly connection: Pick<Platform, 'online' | 'onConnected'>
  readonly log: Pick<Logger, 'warn'>
  /** Whether it is the selected MIDI output. */
  readonly chosen: () => boolean
  /** Pitch bend of an input in semitones, using the range set by the player. */
  readonly bendOf: (port: string, channel: number) => number
}

export interface SoundEngine extends BuiltInSound, Disposable {
  /**
   * Takes a message, for the application's time `atMs`.
   *
   * @param string the string of a guitar that a note is of, where the source knows it
   */
  play(way: Way, port: string, bytes: ArrayLike<number>, atMs: number, string?: number): void
  /** Fingers and pedals up of one port, or of all that came one way. */
  letGo(way: Way, port?: string): void
  /** A port is gone, with its volumes, pans and pedals. */
  forget(way: Way, port: string): void
  /** The bend range of an input is another one now. */
  refreshBend(port: string): void
  /** Cuts everything that sounds. */
  cut(): void
  /** Silences everything and resets all channels. */
  panic(): void
  /** Checks again whether it is wanted. */
  follow(): void
}

export function createSoundEngine(parts: SoundEngineParts): SoundEngine {
  const { clock, connection, log, notices, settings, chosen } = parts
  const view = createStore<SoundView>({ status: 'off', chosen: false })
  const pool = new VoicePool()
  const ports: Readonly<Record<Way, Map<string, MidiPart>>> = { in: new Map(), out: new Map() }
  let page: Promise<SoundPage | undefined> | undefined
  let synth: LiveSynth | undefined
  let loading = false
  let failedAt = Number.NEGATIVE_INFINITY
  let waitingForTouch: Disposable | undefined
  /** Codes of notices already posted. */
  const posted = new Set<string>()
  let ended = false

  const tell = (code: keyof typeof SENTENCES, kind: Notice['kind'], values: Notice['values'] = {}) => {
    if (posted.has(code)) return
    posted.add(code)
    notices.post({ kind, source: 'sound', code, message: SENTENCES[code], values })
  }

  const setStatus = (status: SoundStatus) => {
    const now = { status, chosen: chosen() }
    const before = view.getState()
    if (before.status !== now.status || before.chosen !== now.chosen) view.setState(now)
  }

  const wanted = () => {
    const { besideOutput, hearInput } = settings.getState()
    return chosen() || besideOutput || hearInput
  }

  const follow = () => {
    if (ended) return
    if (!wanted()) {
      stopWaiting()
      if (view.getState().status !== 'off') cut()
      setStatus('off')
      synth?.rest()
      return
    }
    if (synth) wake(synth)
    else if (loading) setStatus('loading')
    else void load()
  }

  const wake = (live: LiveSynth) => {
    live.wake()
    followSynth(live)
  }

  /** After each change of what the browser lets it do. */
  const followSynth = (live: LiveSynth) => {
    if (ended || !wanted()) return
    if (live.awake) {
      stopWaiting()
      posted.delete('sound_waits')
      setStatus('ready')
      return
    }
    // What sounded when the browser stopped it must not go on when it lets it.
    if (view.getState().status === 'ready') cut()
    setStatus('waiting')
    void waitForTouch()
  }

  const findPage = () => {
    page ??= parts.page().catch(error => {
      // Otherwise a failed download would never be retried.
      page = undefined
      throw error
    })
    return page
  }

  const load = async () => {
    loading = true
    try {
      const found = await findPage()
      if (ended || !found) return
      if (!found.touched()) {
        if (wanted()) setStatus('waiting')
        await waitForTouch()
        return
      }
      setStatus('loading')
      const live = await found.createSynth(() => clock.now())
      if (ended) {
        live.dispose()
        return
      }
      begin(live)
    } catch (error) {
      failedAt = clock.now()
      // Switched off in the meantime: no need to report it.
      if (ended || !wanted()) return
      log.warn('The built-in sound could not start', error)
      if (!connection.online()) {
        setStatus('offline')
        tell('sound_offline', 'info')
      } else {
        setStatus('failed')
        const code = isUnfetched(error) ? 'sound_unreachable' : 'sound_failed'
        posted.delete(code)
        tell(code, 'error', { reason: messageOf(error) })
      }
    } finally {
      loading = false
    }
    // The settings may have changed in the meantime.
    if (synth) follow()
  }

  const begin = (live: LiveSynth) => {
    synth = live
    posted.delete('sound_offline')
    live.onAwakeChange(() => followSynth(live))
    adjust()
  }

  const waitForTouch = async () => {
    const found = await findPage()
    if (ended || waitingForTouch || view.getState().status !== 'waiting') return
    waitingForTouch = found?.onTouch(() => {
      if (!synth) stopWaiting()
      follow()
    })
  }

  const stopWaiting = () => {
    waitingForTouch?.dispose()
    waitingForTouch = undefined
  }

  const adjust = () => {
    const { instrument, volume, muted } = settings.getState()
    synth?.setInstrument(instrument)
    synth?.setVolume(volume, muted)
  }

  const partOf = (way: Way, port: string) => {
    const known = ports[way].get(port)
    if (known) return known
    const part = createMidiPart({
      way,
      pool,
      openStrip: kind => synth?.openStrip(kind),
      ...(way === 'in' && { bendOf: channel => parts.bendOf(port, channel) }),
      onUnplayable(error) {
        tell('sound_unplayable', 'warning', { reason: `${messageOf(error)} (${codeOf(error)})` })
      },
    })
    ports[way].set(port, part)
    return part
  }

  /** A note that cannot be heard: is there anything to do, or to say? */
  const missed = () => {
    const { status } = view.getState()
    if (status === 'waiting') tell('sound_waits', 'info')
    if ((status === 'failed' || status === 'offline') && !loading && clock.now() - failedAt >= RETRY_MS)
      void load()
  }

  const cut = () => {
    pool.cutAll(clock.now())
    letGo('in')
    letGo('out')
  }

  const panic = () => {
    cut()
    for (const parts of Object.values(ports)) for (const part of parts.values()) part.reset(clock.now())
    turnedDown.check()
  }

  const listening = connection.onConnected(() => {
    const { status } = view.getState()
    if ((status === 'failed' || status === 'offline') && !loading && wanted()) void load()
  })

  const stopFollowing = settings.subscribe((now, before) => {
    if (now.besideOutput !== before.besideOutput && !now.besideOutput) letGo('out')
    if (now.hearInput !== before.hearInput && !now.hearInput) letGo('in')
    if (now.instrument !== before.instrument) posted.delete('sound_unplayable')
    adjust()
    follow()
  })

  const turnedDown = new TurnedDown(channel => {
    view.setState({ turnedDown: channel })
    if (channel === undefined) posted.delete('sound_turned_down')
    else tell('sound_turned_down', 'info', { channel })
  })

  const letGo: SoundEngine['letGo'] = (way, port) => {
    const now = clock.now()
    for (const [id, part] of ports[way]) if (port === undefined || port === id) part.letGo(now)
  }

  return {
    view,
    follow,
    letGo,
    refreshBend: port => ports.in.get(port)?.refreshBend(clock.now()),
    forget(way, port) {
      letGo(way, port)
      ports[way].get(port)?.reset(clock.now())
      turnedDown.check()
    },
    cut,
    panic,
    play(way, port, bytes, atMs, string) {
      const begins = isNoteOn(bytes)
      if (begins) {
        if (view.getState().status !== 'ready') return missed()
        if (clock.now() - atMs > TOO_LATE_MS) return
      }
      const part = partOf(way, port)
      part.play(bytes, atMs, string)
      if (begins) turnedDown.began(part, ((bytes[0] ?? 0) & 15) + 1)
      else turnedDown.check()
    },
    dispose() {
      ended = true
      stopFollowing()
      listening.dispose()
      stopWaiting()
      cut()
      synth?.dispose()
    },
  }
}

/**
 * A part of the application that did not come. What browsers say then differs, and none of it is for a musician:
 * "Failed to fetch dynamically imported module", "error loading dynamically imported module", "Importing a module
 * script failed".
 */
function isUnfetched(error: unknown): boolean {
  return error instanceof TypeError && /import/i.test(error.message)
}

export function isNoteOn(bytes: ArrayLike<number>): boolean {
  return (bytes[0] ?? 0) >> 4 === 0x9 && (bytes[2] ?? 0) > 0
}
