// A song starts once its output is ready, so no note is lost while the built-in sound loads.
import { expect, it } from 'vitest'
import { settle } from '../../../../src/core/platform/memory-platform.js'
import { SONG_PLAYING } from '../../../../src/plugins/player/tokens.js'
import { practised } from '../session/session-parts.js'

/** Pitch, onset (seconds) and duration (seconds). */
const NOTE = [60, 0, 0.5] as const

async function waiting() {
  const parts = practised()
  await parts.open([{ notes: [NOTE] }])
  const ready: (() => void)[] = []
  const prepare = () => {
    parts.getting.ready = new Promise<void>(resolve => ready.push(resolve))
  }
  prepare()
  const notes = () => parts.sent.filter(({ bytes: [status = 0] }) => status >> 4 === 9)
  const getReady = async () => {
    for (const each of ready) each()
    await settle()
  }
  return { ...parts, prepare, notes, getReady }
}

it('the song waits for the output and then plays from its first note', async () => {
  const { session, clock, notes, getReady } = await waiting()
  session.play()
  await clock.advance(700)
  expect([session.view.getState().playing, session.positionMs(), notes()]).toEqual([true, 0, []])
  await getReady()
  expect(notes().map(({ due }) => due)).toEqual([700])
})

it('the song can be stopped while waiting, and starting it again plays it once', async () => {
  const { session, events, prepare, notes, getReady } = await waiting()
  const reported: boolean[] = []
  events.on(SONG_PLAYING, playing => reported.push(playing))
  session.play()
  session.stop()
  expect(session.view.getState().playing).toBe(false)
  prepare()
  session.play()
  await getReady()
  expect([notes().length, reported]).toEqual([1, [false, true]])
})
