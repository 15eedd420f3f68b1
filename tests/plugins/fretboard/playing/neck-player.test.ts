import { describe, expect, it } from 'vitest'
import { STANDARD_TUNING } from '../../../../src/core/music/guitar/tunings.js'
import { HandClock } from '../../../../src/core/platform/memory-platform.js'
import {
  createNeckPlayer,
  NOTE_MS,
  STRUM_MS,
  STRUM_STEP_MS,
} from '../../../../src/plugins/fretboard/playing/neck-player.js'
import type { MidiInput, MidiOutput } from '../../../../src/plugins/midi-io/tokens.js'

function player(capo = 0, tuning = STANDARD_TUNING as { name: string; strings: readonly number[] }) {
  const clock = new HandClock()
  const said: string[] = []
  const input: Pick<MidiInput, 'receive'> = {
    receive(bytes, { portId, string }) {
      said.push(`${clock.now()} ${bytes[0] === 0x90 ? 'on' : 'off'} ${bytes[1]} ${portId} string ${string}`)
      return undefined
    },
  }
  const sent: string[] = []
  const output: Pick<MidiOutput, 'playNote'> = {
    playNote: (note, options) => void sent.push(`${clock.now()} ${note} for ${options?.duration}`),
  }
  return {
    clock,
    said,
    sent,
    ...createNeckPlayer({ clock, input, output, view: () => ({ tuning: { id: 0, ...tuning }, capo }) }),
  }
}

describe('playing on the neck', () => {
  it('goes into the input with its string, and to the output', async () => {
    const { clock, said, sent, play } = player()
    play({ string: 6, fret: 3 })
    await clock.advance(NOTE_MS)
    expect(said).toEqual(['0 on 43 neck string 6', `${NOTE_MS} off 43 neck string 6`])
    expect(sent).toEqual([`0 43 for ${NOTE_MS}`])
  })

  it('plays notes above the capo', () => {
    const { said, play } = player(2)
    play({ string: 6, fret: 3 })
    expect(said).toEqual(['0 on 45 neck string 6'])
  })

  it('ends what a string sounds when the string is played again', async () => {
    const { clock, said, play } = player()
    play({ string: 1, fret: 0 })
    await clock.advance(100)
    play({ string: 1, fret: 3 })
    await clock.advance(NOTE_MS)
    expect(said).toEqual([
      '0 on 64 neck string 1',
      '100 off 64 neck string 1',
      '100 on 67 neck string 1',
      `${100 + NOTE_MS} off 67 neck string 1`,
    ])
  })

  it('strums from the lowest note to the highest, one after the other', async () => {
    const { clock, sent, strum } = player()
    strum([
      { string: 1, fret: 0 },
      { string: 3, fret: 0 },
      { string: 2, fret: 1 },
    ])
    await clock.advance(2000)
    expect(sent).toEqual([
      `0 55 for ${STRUM_MS}`,
      `${STRUM_STEP_MS} 60 for ${STRUM_MS}`,
      `${2 * STRUM_STEP_MS} 64 for ${STRUM_MS}`,
    ])
  })

  it('keeps silent for a place that has no note', () => {
    const { said, play } = player(0, { name: 'High', strings: [120, 60, 50] })
    play({ string: 1, fret: 20 })
    play({ string: 9, fret: 0 })
    expect(said).toEqual([])
  })

  it('ends everything with the plugin', async () => {
    const { clock, said, strum, dispose } = player()
    strum([
      { string: 2, fret: 0 },
      { string: 1, fret: 0 },
    ])
    await clock.advance(1)
    dispose()
    await clock.advance(5000)
    expect(said).toEqual(['0 on 59 neck string 2', '1 off 59 neck string 2'])
    expect(clock.pending).toBe(0)
  })
})
