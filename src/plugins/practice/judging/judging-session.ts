import type { EventBus } from '../../../core/events/event-bus.js'
import type { ClockPort } from '../../../core/platform/ports.js'
import { createStore, type Disposable } from '../../../core/platform/store.js'
import type { NoteEvent } from '../../../music/midi/midi-event.js'
import { KEYBOARD_PORT, MIDI_EVENT, NECK_PORT, PORTS_CHANGED, SONG_PORT } from '../../midi-io/tokens.js'
import {
  type PlaybackSettings,
  SONG_CLOSED,
  SONG_OPENED,
  SONG_PLAYING,
  SONG_REPEATED,
  type SongSession,
} from '../../player/tokens.js'
import { type Judging, type JudgingView, TAKE_ENDED, type TakeResult } from '../tokens.js'
import { REACH_MS } from './clock-matcher.js'
import type { TakeRun, TakeStart } from './take-run.js'

export interface JudgingParts {
  readonly clock: ClockPort
  readonly events: Pick<EventBus, 'emit' | 'on'>
  readonly session: Pick<SongSession, 'view' | 'positionMs' | 'startsInMs'>
  readonly playback: Pick<PlaybackSettings, 'view'>
  /** Returns `undefined` if the open song has no notes to compare with. */
  readonly begin: (start: TakeStart) => TakeRun | undefined
  readonly earlierTakes: (take: TakeResult) => readonly TakeResult[]
  readonly latencyOf: (portId: string) => number
  readonly onLost: (bar: number) => void
}

const TICK_MS = 50
const SILENCE_MS = 6000
const LATEST = 8
const FOLLOWS = 3

const NONE: JudgingView = {
  judging: false,
  assigned: false,
  taking: false,
  lost: false,
  verdicts: new Map(),
  latest: [],
  result: undefined,
  faults: [],
  earlier: [],
  windowMs: 0,
}

export function createJudging(parts: JudgingParts): Judging & Disposable {
  const { clock, events, session, playback } = parts
  const view = createStore<JudgingView>(NONE)
  let take: TakeRun | undefined
  let ticking: Disposable | undefined
  let isNew = false
  /** True for a take on a stopped song. Its result is shown only once the player follows the song. */
  let isQuiet = false
  /** Whether notes were played in the previous pass. If so, a silent pass counts as missed. */
  let isPlayed = false
  let shown: Pick<JudgingView, 'verdicts' | 'latest'> = NONE
  let lastPlayedAt = 0
  let ports = new Set<string>()
  /** When the song last stopped waiting. Notes from audio are known later than they are played. */
  let resumedAt = Number.NEGATIVE_INFINITY

  const rateNow = () => playback.view.getState().tempo / 100

  /** Returns `undefined` while the song is stopped. */
  const songMsAt = (atMs: number) => {
    if (!session.view.getState().playing) return undefined
    const rate = session.view.getState().waiting ? 0 : rateNow()
    return session.positionMs() - (session.startsInMs() + clock.now() - Math.max(atMs, resumedAt)) * rate
  }

  const publish = () => {
    if (!take || !isNew) return
    isNew = false
    const latest = take.latest(LATEST)
    if (isQuiet && latest.filter(({ kind }) => kind === 'hit').length < FOLLOWS && !take.isComplete) return
    isQuiet = false
    view.setState({ taking: true, lost: take.lost, verdicts: take.verdicts(), latest })
  }

  const tick = () => {
    if (!take) return
    const at = songMsAt(clock.now())
    if (take.pass(at)) isNew = true
    publish()
    const isOver = at === undefined && (take.isComplete || clock.now() - lastPlayedAt > SILENCE_MS)
    if (isOver) end()
  }

  const begin = (fromMs: number) => {
    const { song } = session.view.getState()
    if (!song || take) return
    const { loop, looping } = playback.view.getState()
    const isLoop = loop && looping && fromMs < song.barStart(loop.to + 1)
    take = parts.begin({
      fromMs,
      toMs: isLoop ? song.barStart(loop.to + 1) : Number.POSITIVE_INFINITY,
      backToMs: isLoop ? song.barStart(loop.from) : undefined,
      alongSong: session.view.getState().playing,
      startedAt: clock.date().getTime(),
      nowMs: clock.now(),
    })
    if (!take) return
    ports = new Set()
    lastPlayedAt = clock.now()
    isQuiet = !session.view.getState().playing
    if (!isQuiet) view.setState({ taking: true, lost: false, verdicts: new Map(), latest: [] })
    ticking = clock.every(TICK_MS, tick)
  }

  const end = (songMs?: number): TakeResult | undefined => {
    const ended = take
    take = undefined
    ticking?.dispose()
    ticking = undefined
    if (!ended || isQuiet) return undefined
    const result = ended.end(clock.now(), songMs, isPlayed && songMs === Number.POSITIVE_INFINITY)
    // If a loop is stopped early in a pass, keep the previous pass's result.
    const isRest = isPlayed && result?.fragment === true
    isPlayed = !ended.isSilent
    if (result && !isRest) shown = { verdicts: ended.verdicts(), latest: ended.latest(LATEST) }
    const { verdicts, latest } = shown
    view.setState({ taking: false, lost: false, verdicts, latest })
    if (!result) return undefined
    const faults = ended.faults()
    const earlier = parts.earlierTakes(result)
    if (!isRest) view.setState({ result, faults, earlier, windowMs: ended.windowMs })
    events.emit(TAKE_ENDED, result)
    return result
  }

  const struck = (event: NoteEvent) => {
    const { judging } = view.getState()
    if (!judging) return
    const { song, playing, fromMs } = session.view.getState()
    if (!song) return
    const atMs = event.at - parts.latencyOf(event.portId)
    // No take starts while the song is paused midway.
    if (!take && !playing && fromMs === 0) begin(fromMs)
    const isBefore = session.startsInMs() + clock.now() - atMs > REACH_MS && session.startsInMs() > 0
    if (!take || isBefore) return
    ports.add(event.portId)
    lastPlayedAt = clock.now()
    const { number: pitch, string } = event
    take.take({ pitch, atMs, songMs: songMsAt(atMs), rate: rateNow(), string })
    isNew = true
  }

  const portsChanged = (connected: ReadonlySet<string>) => {
    const gone = [...ports].some(id => id !== NECK_PORT && id !== KEYBOARD_PORT && !connected.has(id))
    const { song } = session.view.getState()
    if (!take || !gone || !song) return
    const at = songMsAt(clock.now())
    const { bar } = song.barBeatAt(at ?? session.positionMs())
    end(at)
    parts.onLost(bar)
  }

  const forget = () => {
    end(songMsAt(clock.now()))
    shown = NONE
    view.setState({ ...NONE, judging: view.getState().judging })
  }

  const listening = [
    events.on(MIDI_EVENT, event => {
      if (event.kind === 'note' && event.on && event.portId !== SONG_PORT) struck(event)
    }),
    events.on(SONG_PLAYING, playing => {
      // When the song ends, its position returns to 0.
      if (!playing) end(session.view.getState().fromMs || Number.POSITIVE_INFINITY)
      else if (view.getState().judging) {
        end()
        isPlayed = false
        begin(session.view.getState().fromMs)
      }
    }),
    events.on(SONG_REPEATED, ({ toMs }) => {
      if (!take) return
      const early = take.turn()
      end(Number.POSITIVE_INFINITY)
      if (!view.getState().judging) return
      begin(toMs)
      for (const note of early) take?.take(note)
      isNew = early.length > 0
    }),
    events.on(SONG_OPENED, forget),
    events.on(SONG_CLOSED, forget),
    events.on(PORTS_CHANGED, ({ inputs }) => portsChanged(new Set(inputs.map(({ id }) => id)))),
  ]
  const stopView = session.view.subscribe((now, before) => {
    if (before.waiting && !now.waiting) resumedAt = clock.now()
    const isElsewhere = now.fromMs !== before.fromMs || now.shown !== before.shown
    if (!take || !now.playing || !before.playing || !isElsewhere) return
    end()
    begin(now.fromMs)
  })
  const stopPlayback = playback.view.subscribe((now, before) => {
    if (!take || now.transpose === before.transpose) return
    end()
    if (session.view.getState().playing) begin(session.positionMs())
  })

  return {
    view,
    start() {
      if (view.getState().judging) return
      view.setState({ judging: true })
      if (session.view.getState().playing) begin(session.positionMs())
    },
    assign: assigned => view.setState({ assigned }),
    stop() {
      const result = end(songMsAt(clock.now()))
      view.setState({ judging: false })
      return result
    },
    dismiss() {
      const { result, faults, earlier, windowMs, verdicts } = NONE
      shown = NONE
      view.setState({ result, faults, earlier, windowMs, ...(!take && { verdicts }) })
    },
    dispose() {
      end()
      for (const each of listening) each.dispose()
      stopView()
      stopPlayback()
    },
  }
}
