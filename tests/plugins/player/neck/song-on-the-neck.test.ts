import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { MidiEvent } from '../../../../src/core/music/midi/midi-event.js'
import { NECK } from '../../../../src/plugins/fretboard/tokens.js'
import { MIDI_EVENT } from '../../../../src/plugins/midi-io/tokens.js'
import replay from '../../../../src/plugins/replay/index.js'
import { REPLAYER } from '../../../../src/plugins/replay/tokens.js'
import { songNeck } from '../song-neck.js'
import { songJson } from '../songs.js'

const PRELUDE = resolve('../shared/data/midi/BWV1007Prelude.mid')

/** The real plugins together, without a page. */
async function setUp() {
  const parts = await songNeck({ plugins: [replay], host: 'node', activate: ['replay'] })
  const { kernel } = parts
  const events: MidiEvent[] = []
  kernel.events.on(MIDI_EVENT, event => events.push(event))
  const neck = kernel.get(NECK)
  const lit = () => neck.sounding().map(({ string, fret }) => `${string}:${fret}`)
  return { ...parts, events, neck, lit }
}

describe('a song on the neck', () => {
  it('lights one place per note, and ends dark', async () => {
    const { session, clock, lit, open } = await setUp()
    await open(
      songJson('Chord', [
        [
          [40, 0, 1],
          [47, 0, 1],
          [64, 0, 1],
          [45, 1, 1],
        ],
      ]),
    )
    session.play()
    expect(lit()).toEqual(['1:0', '5:2', '6:0'])
    await clock.advance(1000)
    expect(lit()).toEqual(['5:0'])
    await clock.advance(2000)
    expect(lit()).toEqual([])
  })

  it.skipIf(!existsSync(PRELUDE))(
    'exports what was played, and a replay of that says the same (needs ../shared/data)',
    async () => {
      const { kernel, session, clock, events, open } = await setUp()
      await open(await readFile(PRELUDE), 'prelude.mid')
      session.play()
      await clock.advance(20_000)
      session.stop()
      const exported = await kernel.commands.execute('midi-io.export-log')
      const file = exported.ok ? (exported.value as { text: string }) : expect.unreachable()
      const replayer = kernel.get(REPLAYER)
      const again: MidiEvent[] = []
      const source = await replayer.open(new TextEncoder().encode(file.text))
      const before = events.slice(-100)
      await replayer.run(source, { fast: true, onEvent: event => void again.push(event) })
      expect(again).toEqual(before)
    },
  )
})

describe('a score on the neck', () => {
  it('lights the positions of its file, and a bend moves the dot', async () => {
    const { session, clock, neck, lit, open } = await setUp()
    const chord = { ticks: 0, durationTicks: 1920, velocity: 0.7 }
    const bent = { ...chord, midi: 60, string: 3, fret: 5, channel: 1, techniques: ['bend' as const] }
    const song = {
      version: 2,
      tracks: [
        {
          ...{ tuning: [64, 59, 55, 50, 45, 40], capo: 0, channel: 0, otherChannels: [1] },
          notes: [bent, { ...chord, midi: 64, string: 2, fret: 5 }],
          // A range of 12 semitones, on the channel that bends.
          controlChanges: {
            101: [{ number: 101, ticks: 0, value: 0, channel: 1 }],
            100: [{ number: 100, ticks: 0, value: 0, channel: 1 }],
            6: [{ number: 6, ticks: 0, value: 12 / 127, channel: 1 }],
          },
          pitchBends: [{ ticks: 480, value: 2 / 12, channel: 1 }],
        },
      ],
    }
    await open(JSON.stringify(song))
    session.play()
    expect(lit()).toEqual(['2:5', '3:5'])
    await clock.advance(600)
    const bends = neck.sounding().map(({ string, bend }) => [string, Math.round(bend * 10) / 10])
    expect(bends).toEqual([
      [2, 0],
      [3, 2],
    ])
  })
})
