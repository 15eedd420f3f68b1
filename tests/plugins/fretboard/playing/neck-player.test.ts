import { describe, expect, it } from 'vitest'
import { STANDARD_TUNING } from '../../../../src/core/music/guitar/tunings.js'
import { HandClock } from '../../../../src/core/platform/memory-platform.js'
import { createStore } from '../../../../src/core/platform/store.js'
import { LiveNeckPlayer } from '../../../../src/plugins/fretboard/playing/neck-player.js'
import type { MidiInput, MidiOutput } from '../../../../src/plugins/midi-io/tokens.js'
import { positionsNamed } from '../../../support/positions-named.js'

const NOTE_MS = 700
const CHORD_MS = 1600

function playing() {
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
  const view = createStore({ tuning: STANDARD_TUNING, capo: 0 })
  return { clock, said, sent, player: new LiveNeckPlayer(clock, input, output, view) }
}

describe('playing on the neck', () => {
  it('goes into the input with its string, and to the output', async () => {
    const { clock, said, sent, player } = playing()
    player.play({ string: 6, fret: 3 })
    await clock.advance(NOTE_MS)
    expect(said).toEqual(['0 on 43 neck string 6', `${NOTE_MS} off 43 neck string 6`])
    expect(sent).toEqual([`0 43 for ${NOTE_MS}`])
  })

  it('ends what a string sounds when the string is played again', async () => {
    const { clock, said, player } = playing()
    player.play({ string: 1, fret: 0 })
    await clock.advance(100)
    player.play({ string: 1, fret: 3 })
    await clock.advance(NOTE_MS)
    expect(said).toEqual([
      '0 on 64 neck string 1',
      '100 off 64 neck string 1',
      '100 on 67 neck string 1',
      `${100 + NOTE_MS} off 67 neck string 1`,
    ])
  })

  it('strums from the lowest note to the highest, one after the other', async () => {
    const { clock, sent, player } = playing()
    player.strum(positionsNamed('1:0 3:0 2:1'))
    await clock.advance(2000)
    expect(sent).toEqual([`0 55 for ${CHORD_MS}`, `45 60 for ${CHORD_MS}`, `90 64 for ${CHORD_MS}`])
  })

  it('ends everything with the plugin', async () => {
    const { clock, said, player } = playing()
    player.strum(positionsNamed('2:0 1:0'))
    await clock.advance(1)
    player.dispose()
    await clock.advance(5000)
    expect([said, clock.pending]).toEqual([['0 on 59 neck string 2', '1 off 59 neck string 2'], 0])
  })
})
