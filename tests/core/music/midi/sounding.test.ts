import { expect, it } from 'vitest'
import { createSounding } from '../../../../src/core/music/midi/sounding.js'

it('silences each note once, lifts pedals and straightens bends', () => {
  const sounding = createSounding()
  for (const bytes of [
    [0x90, 60, 1],
    [0x90, 60, 2],
    [0x95, 62, 9],
    [0xb0, 64, 127],
    [0xe1, 0, 0],
  ])
    sounding.sent(bytes)
  expect(sounding.notes).toBe(2)
  expect(sounding.silence()).toEqual([
    [0x80, 60, 64],
    [0x85, 62, 64],
    [0xb0, 64, 0],
    [0xe1, 0, 64],
  ])
  expect(sounding.silence()).toEqual([])
})

it('lifts each of the two pedals that keep notes sounding, on its own channel', () => {
  const sounding = createSounding()
  for (const pedal of [64, 66, 67]) sounding.sent([0xb2, pedal, 127])
  expect(sounding.ends([0xb2, 66, 0])).toBe(true)
  expect(sounding.ends([0xb1, 66, 0])).toBe(false)
  sounding.sent([0xb2, 64, 0])
  expect(sounding.silence()).toEqual([[0xb2, 66, 0]])
})

it('brings modulation and the pressure of a channel to rest, where they went out', () => {
  const sounding = createSounding()
  for (const bytes of [
    [0xb3, 1, 1],
    [0xd4, 127],
    [0xb5, 1, 90],
    [0xb5, 1, 0],
    [0xd6, 3],
    [0xd6, 0],
  ]) {
    sounding.sent(bytes)
  }
  expect(sounding.ends([0xb3, 1, 5])).toBe(false)
  expect(sounding.ends([0xb3, 1, 0])).toBe(true)
  expect(sounding.ends([0xb5, 1, 0])).toBe(false)
  expect(sounding.ends([0xd4, 0])).toBe(true)
  expect(sounding.ends([0xd4, 1])).toBe(false)
  expect(sounding.silence()).toEqual([
    [0xb3, 1, 0],
    [0xd4, 0],
  ])
  expect(sounding.silence()).toEqual([])
})

it('knows what has ended already, by note-off or by a note-on of velocity 0', () => {
  const sounding = createSounding()
  const ended = [
    [0x90, 60, 1],
    [0x80, 60, 0],
    [0x90, 61, 1],
    [0x90, 61, 0],
    [0xb0, 64, 127],
    [0xb0, 64, 63],
    [0xe0, 0, 0],
    [0xe0, 0, 64],
  ]
  for (const bytes of ended) sounding.sent(bytes)
  expect(sounding.silence()).toEqual([])
})

it('lets everything else pass', () => {
  const sounding = createSounding()
  for (const bytes of [[], [0xf8], [0xc0, 5], [0xb0, 7, 100], [0xa0, 60, 1]]) sounding.sent(bytes)
  expect(sounding.silence()).toEqual([])
})
