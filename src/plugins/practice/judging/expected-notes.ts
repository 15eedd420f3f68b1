import type { PluginContext } from '../../../core/kernel/plugin.js'
import { CLOCK, SETTINGS } from '../../../core/kernel/tokens.js'
import { getOrMake } from '../../../core/platform/store.js'
import { AUDIO_INPUT, type ExpectedChord } from '../../audio-in/tokens.js'
import { AUDIO_PORT } from '../../midi-io/tokens.js'
import { PLAYBACK_SETTINGS, SONG_FINGERING, SONG_SESSION } from '../../player/tokens.js'
import { judgingSettings } from '../settings.js'
import { latencyOf } from './calibrate-latency.js'
import { type JudgedNote, judgedNotes } from './judged-notes.js'

const EVERY_MS = 250
/** Range before and after the current position, in ms. */
const BEFORE_MS = 400
const AFTER_MS = 1000

/** Sends the notes that the song expects to the audio input, which verifies them. */
export function runExpectedNotes(context: PluginContext): void {
  const { get } = context
  const clock = get(CLOCK)
  const session = get(SONG_SESSION)
  const playback = get(PLAYBACK_SETTINGS)
  const fingering = get(SONG_FINGERING)
  const latencies = () => get(SETTINGS).store(judgingSettings).getState().latencies

  const expected = (): readonly ExpectedChord[] => {
    const { song, playing, waiting } = session.view.getState()
    if (!song || !playing) return []
    const rate = playback.view.getState().tempo / 100
    const position = session.positionMs()
    const startsAt = clock.now() + session.startsInMs() + latencyOf(context, latencies(), AUDIO_PORT)
    const notes = judgedNotes(
      song,
      fingering.view.getState().notes,
      index => fingering.positionOf(index)?.string ?? 0,
      position - BEFORE_MS * rate,
      position + AFTER_MS * rate,
    )
    const chords = new Map<number, JudgedNote[]>()
    for (const note of notes) getOrMake(chords, note.atMs, () => []).push(note)
    // Notes without a string can only be recognized, not checked.
    const playable = [...chords].filter(([, chord]) => chord.every(({ string }) => string > 0))
    return playable.map(([atMs, chord]) => ({
      atMs: waiting && Math.abs(atMs - position) < 1 ? undefined : startsAt + (atMs - position) / rate,
      notes: chord.map(({ string, pitch }) => ({ string, pitch })),
    }))
  }

  context.follow(AUDIO_INPUT, input => {
    if (!input) return undefined
    const update = () => input.expect(input.view.getState().status === 'listening' ? expected() : [])
    const stops = [input.view.subscribe(update), session.view.subscribe(update)]
    const timer = clock.every(EVERY_MS, () => session.view.getState().playing && update())
    update()
    return () => {
      timer.dispose()
      for (const stop of stops) stop()
      input.expect([])
    }
  })
}
