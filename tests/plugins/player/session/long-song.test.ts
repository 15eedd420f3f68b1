// A song that takes a while to be got ready: the one before stays until it is, and nothing is ever half open.
import { describe, expect, it } from 'vitest'
import { HandClock } from '../../../../src/core/platform/memory-platform.js'
import { SONG_OPENED } from '../../../../src/plugins/player/tokens.js'
import { songOf, type WrittenTrack } from '../playback/played-song.js'
import { practised } from './session-parts.js'

/** A slow device: ten milliseconds go by from one look at the clock to the next. */
class SlowClock extends HandClock {
  private looks = 0

  override now(): number {
    this.looks += 10
    return super.now() + this.looks
  }
}

const long = (pitch: number): WrittenTrack => ({
  notes: Array.from({ length: 4000 }, (_, index) => [pitch, index / 10, 0.1] as const),
})
const short: WrittenTrack = { notes: [[64, 0, 1]] }

function setUp() {
  const parts = practised({ clock: new SlowClock() })
  const opened: number[] = []
  parts.events.on(SONG_OPENED, ({ song }) => opened.push(song.tracks[0]?.notes.length ?? 0))
  const openLong = (control = {}, pitch = 60) =>
    parts.session.openSong({ song: songOf([long(pitch)]), notes: [] }, 'long.mid', control)
  return { ...parts, opened, openLong }
}

describe('a long song', () => {
  it('leaves the one before in its place until it is ready, and reports its progress', async () => {
    const { clock, session, places, opened, open, openLong } = setUp()
    await open([short])
    const portions: number[] = []
    const opening = openLong({ onProgress: (portion: number) => portions.push(portion) })
    expect(session.view.getState().song?.song.tracks[0]?.notes).toHaveLength(1)
    expect(places.view.getState().notes).toHaveLength(1)
    await clock.advance(100)
    expect(await opening).toBe(true)
    expect(session.view.getState().song?.song.tracks[0]?.notes).toHaveLength(4000)
    expect([places.view.getState().notes.length, opened]).toEqual([4000, [1, 4000]])
    expect(portions.length).toBeGreaterThan(1)
    expect(portions).toEqual(portions.toSorted((a, b) => a - b))
  })

  it('that is given up leaves all as it was', async () => {
    const { clock, session, opened, open, openLong } = setUp()
    await open([short])
    const before = session.view.getState()
    const giveUp = new AbortController()
    const opening = openLong({ signal: giveUp.signal })
    giveUp.abort()
    await clock.advance(100)
    expect(await opening).toBe(false)
    expect(session.view.getState()).toBe(before)
    expect(opened).toEqual([1])
  })

  it('gives way to one that is opened meanwhile', async () => {
    const { clock, session, opened, open, openLong } = setUp()
    const opening = openLong()
    expect(await open([short])).toBe(true)
    await clock.advance(100)
    expect(await opening).toBe(false)
    expect(session.view.getState().song?.song.tracks[0]?.notes).toHaveLength(1)
    expect(opened).toEqual([1])
  })

  it('is shown as it is practised by then, also where that has changed while it was got ready', async () => {
    const { clock, session, places, practice, openLong } = setUp()
    const first = openLong()
    await clock.advance(100)
    await first
    const again = openLong()
    practice.setTranspose(2)
    await clock.advance(100)
    expect([await again, places.view.getState().notes[0]?.pitch]).toEqual([true, 62])
    expect(session.view.getState().fromMs).toBe(0)
  })
})
