import { describe, expect, it } from 'vitest'
import { isWithin, limitFrom } from '../../../../src/plugins/player/playback/song-cursor.js'

const SONG = { endMs: 4000, loop: undefined, holds: [] }
const LOOP = { fromMs: 1000, toMs: 2000 }

describe('a song is played', () => {
  it('to its end, also from behind it', () => {
    expect(limitFrom(0, SONG, false)).toEqual({ kind: 'end', atMs: 4000 })
    expect(limitFrom(5000, SONG, false)).toEqual({ kind: 'end', atMs: 5000 })
  })

  it('to the end of the loop, from before it and from within it, but not from behind it', () => {
    const back = { kind: 'loop', atMs: 2000, backToMs: 1000 }
    expect(limitFrom(0, { ...SONG, loop: LOOP }, false)).toEqual(back)
    expect(limitFrom(1500, { ...SONG, loop: LOOP }, false)).toEqual(back)
    expect(limitFrom(2000, { ...SONG, loop: LOOP }, false).kind).toBe('end')
  })

  it('to the next moment at which it waits, unless the loop ends before', () => {
    const holds = [500, 1500, 2500]
    expect(limitFrom(600, { ...SONG, holds }, false)).toEqual({ kind: 'hold', atMs: 1500 })
    expect(limitFrom(1600, { ...SONG, holds, loop: LOOP }, false).kind).toBe('loop')
  })

  it('past no moment at the end of a loop, however both were rounded', () => {
    const limits = { ...SONG, loop: { fromMs: 1000, toMs: 2000.0005 }, holds: [1500, 2000] }
    expect(limitFrom(1500, limits, true)).toEqual({ kind: 'loop', atMs: 2000.0005, backToMs: 1000 })
    expect(limitFrom(2000, limits, false)).toEqual({ kind: 'hold', atMs: 2000 })
  })

  it('to its last note if it waits there', () => {
    expect(limitFrom(3000, { ...SONG, holds: [3999.9995] }, false)).toEqual({ kind: 'hold', atMs: 3999.9995 })
  })

  it('no further than where it begins, if it waits there and has not waited yet', () => {
    const limits = { ...SONG, holds: [500, 1500] }
    expect(limitFrom(500.0005, limits, false).atMs).toBe(500)
    expect(limitFrom(500, limits, true).atMs).toBe(1500)
    expect(limitFrom(499.9995, limits, true).atMs).toBe(1500)
  })
})

describe('of what happens at the limit itself', () => {
  const on = { atMs: 1000, bytes: [0x90, 60, 64], track: 0 }
  const off = { atMs: 1000, bytes: [0x80, 60, 64], track: 0 }

  it('all is played at the end of the song', () => {
    expect([on, off].map(event => isWithin({ kind: 'end', atMs: 1000 }, event))).toEqual([true, true])
  })

  it('nothing is played at the end of a loop', () => {
    const limit = { kind: 'loop', atMs: 1000, backToMs: 0 } as const
    expect([on, off].map(event => isWithin(limit, event))).toEqual([false, false])
  })

  it('nothing is played that was rounded to just before the end of a loop', () => {
    const limit = { kind: 'loop', atMs: 1000.0005, backToMs: 0 } as const
    expect([on, off].map(event => isWithin(limit, event))).toEqual([false, false])
  })

  it('ends are played where it waits, and what begins is waited for', () => {
    expect([on, off].map(event => isWithin({ kind: 'hold', atMs: 1000 }, event))).toEqual([false, true])
  })
})
