import { describe, expect, it } from 'vitest'
import { isWithin, limitFrom } from '../../../../src/plugins/player/playback/song-cursor.js'

const SONG = { endMs: 4000, loop: undefined, holds: [] }
const LOOP = { fromMs: 1000, toMs: 2000 }
const BACK = { kind: 'loop', atMs: 2000, backToMs: 1000 }
const HOLDS = [500, 1500, 2500]
const end = (atMs: number) => ({ kind: 'end', atMs })
const hold = (atMs: number) => ({ kind: 'hold', atMs })
/** The end of the loop and the last hold were rounded differently. */
const ROUNDED = { loop: { fromMs: 1000, toMs: 2000.0005 }, holds: [1500, 2000] }

describe('a song is played', () => {
  it.each([
    ['to its end', 0, {}, false, end(4000)],
    ['to where it is, behind its end', 5000, {}, false, end(5000)],
    ['to the end of the loop, from before it', 0, { loop: LOOP }, false, BACK],
    ['to the end of the song, from behind the loop', 2000, { loop: LOOP }, false, end(4000)],
    ['to the next moment at which it waits', 600, { holds: HOLDS }, false, hold(1500)],
    [
      'to the end of the loop, if that is before the next wait',
      1600,
      { holds: HOLDS, loop: LOOP },
      false,
      BACK,
    ],
    ['past no moment at the end of a loop', 1500, ROUNDED, true, { ...BACK, atMs: 2000.0005 }],
    ['to a moment at the end of a loop, if it begins there', 2000, ROUNDED, false, hold(2000)],
    ['to its last note if it waits there', 3000, { holds: [3999.9995] }, false, hold(3999.9995)],
    ['no further than where it begins, if it waits there', 500.0005, { holds: HOLDS }, false, hold(500)],
    ['from where it has waited to the next moment', 500, { holds: HOLDS }, true, hold(1500)],
    ['from just before where it has waited to the next', 499.9995, { holds: HOLDS }, true, hold(1500)],
  ])('%s', (_, fromMs, limits, released, expected) => {
    expect(limitFrom(fromMs, { ...SONG, ...limits }, released)).toEqual(expected)
  })
})

describe('of what happens at the limit itself', () => {
  it.each([
    ['all is played at the end of the song', { kind: 'end', atMs: 1000 }, [true, true]],
    ['nothing is played at the end of a loop', { kind: 'loop', atMs: 1000, backToMs: 0 }, [false, false]],
    [
      'nothing is played just before the end of a loop',
      { kind: 'loop', atMs: 1000.0005, backToMs: 0 },
      [false, false],
    ],
    ['ends are played where it waits, and beginnings are not', { kind: 'hold', atMs: 1000 }, [false, true]],
  ] as const)('%s', (_, limit, expected) => {
    const events = [0x90, 0x80].map(status => ({ atMs: 1000, bytes: [status, 60, 64], track: 0 }))
    expect(events.map(event => isWithin(limit, event))).toEqual(expected)
  })
})
