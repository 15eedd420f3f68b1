import { describe, expect, it, vi } from 'vitest'
import { STANDARD_TUNING } from '../../../../src/core/music/guitar/tunings.js'
import { PlayedPositions } from '../../../../src/plugins/fretboard/playing/played-positions.js'
import { NECK } from '../../../../src/plugins/fretboard/tokens.js'
import { MIDI_EVENT } from '../../../../src/plugins/midi-io/tokens.js'
import positions from '../../../../src/plugins/positions/index.js'
import { beginLive, next } from '../../../../src/plugins/positions/search/live.js'
import { MODEL } from '../../positions/model.js'
import { bentNeck } from '../bent-neck.js'
import { noteOff, noteOn } from '../events.js'
import { fretboardKernel } from '../fakes.js'

const RANGE = { strings: STANDARD_TUNING.strings, capo: 0, fretMin: 0, fretMax: 12 }
const E4 = 64
const C4 = 60
const G3 = 55

function neck(range = RANGE) {
  const { model, apply } = bentNeck(range)
  const service = { begin: (options: Parameters<typeof beginLive>[0]) => beginLive(options, MODEL), next }
  model.setPlayedPositions(new PlayedPositions(service, range))
  const positions = () => model.sounding().map(({ string, fret }) => `${string}:${fret}`)
  const play = (...events: Parameters<typeof apply>[0][]) => {
    for (const event of events) apply(event)
    return positions()
  }
  return { model, play, positions }
}

describe('notes of unknown string at one position each', () => {
  it('are shown where a guitarist would play them', () => expect(neck().play(noteOn(E4))).toEqual(['1:0']))

  it('of a chord find their strings together, however it is rolled', () => {
    const once = neck().play(noteOn(E4), noteOn(C4), noteOn(G3), noteOn(52), noteOn(48))
    expect(once).toEqual(['1:0', '2:1', '3:0', '4:2', '5:3'])
    const rolled = [48, 52, G3, C4, E4].map((pitch, index) => noteOn(pitch, { at: 1_000 + index * 11 }))
    expect(neck().play(...rolled)).toEqual(once)
  })

  it('don’t form a chord when their input’s clock goes backwards', () => {
    const { play } = neck()
    for (const [index, at] of [1_000, 900, 800, Number.NaN, 700, 700].entries()) {
      const pitch = 64 + index
      // Single notes share the first string; in a chord, each note would need its own string.
      expect(play(noteOn(pitch, { at }))).toEqual([`1:${index}`])
      play(noteOff(pitch, { at }))
    }
  })

  it('are shown within the visible frets if possible', () => {
    // Six open strings would be played open, and the neck shows frets 5 to 9.
    const { play } = neck({ ...RANGE, fretMin: 5, fretMax: 9 })
    for (const [index, pitch] of [45, 50, 55, 59, 64].entries()) {
      const at = index * 300
      expect(play(noteOn(pitch, { at }))).toHaveLength(1)
      play(noteOff(pitch, { at: at + 200 }))
    }
    expect(play(noteOn(40, { at: 2_000 }))).toEqual([])
  })

  it('keep one position each when one of their chord is beyond the visible frets', () => {
    const { play } = neck({ ...RANGE, fretMax: 5 })
    const triad = play(noteOn(C4), noteOn(E4), noteOn(67))
    expect(triad).toHaveLength(3)
    // B4 is on the seventh fret of the first string.
    expect(play(noteOn(71))).toEqual(triad)
  })

  it('keep their position when other frets are shown, as long as its fret is visible', () => {
    const { model, play, positions } = neck()
    expect(play(noteOn(E4))).toEqual(['1:0'])
    model.setRange({ ...RANGE, fretMax: 15 })
    expect(positions()).toEqual(['1:0'])
    model.setRange({ ...RANGE, fretMin: 5 })
    expect(positions()).toEqual(['2:5', '3:9'])
    expect(play(noteOff(E4), noteOn(65, { at: 500 }))).toHaveLength(1)
  })

  it('don’t form a chord with notes that have ended', () => {
    const { play } = neck()
    expect(play(noteOn(E4, { at: 0 }), noteOff(E4, { at: 20 }), noteOn(65, { at: 30 }))).toEqual(['1:1'])
  })
})

it('the setting “One position per note” takes effect immediately, and for another neck', async () => {
  const { kernel, settings } = await fretboardKernel({}, [positions])
  const model = kernel.get(NECK)
  settings.change({ fretMax: 12 })
  await kernel.commands.execute('fretboard.toggle-one-place')
  await vi.waitFor(() => {
    kernel.events.emit(MIDI_EVENT, noteOn(E4))
    expect(model.sounding()).toHaveLength(1)
  })
  settings.change({ capo: 2 })
  await vi.waitFor(() => {
    kernel.events.emit(MIDI_EVENT, noteOn(66))
    expect(model.sounding().filter(({ pitch }) => pitch === 66)).toMatchObject([{ string: 1, fret: 0 }])
  })
  await kernel.commands.execute('fretboard.toggle-one-place')
  expect(model.sounding().filter(({ pitch }) => pitch === 66).length).toBeGreaterThan(1)
})
