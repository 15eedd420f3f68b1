import { expect, it } from 'vitest'
import { NECK } from '../../../../src/plugins/fretboard/tokens.js'
import { rows } from '../../../support/rows.js'
import { songNeck } from '../song-neck.js'

it('a score on the neck lights the positions of its file, and a bend moves the dot', async () => {
  const { kernel, session, clock, open } = await songNeck({ host: 'node' })
  const neck = kernel.get(NECK)
  const lit = () => neck.sounding().map(({ string, fret }) => `${string}:${fret}`)
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
  expect(bends).toEqual(rows('2 0, 3 2'))
})
