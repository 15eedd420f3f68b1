import { expect, it, vi } from 'vitest'
import { HandClock } from '../../../../src/core/platform/memory-platform.js'
import { createStore } from '../../../../src/core/platform/store.js'
import { beginLive, next } from '../../../../src/music/fingering/live.js'
import type { Position } from '../../../../src/music/guitar/position.js'
import { STANDARD_TUNING } from '../../../../src/music/guitar/tunings.js'
import { neckView } from '../../../../src/plugins/fretboard/neck/neck-view.js'
import { positionAfterKey, within } from '../../../../src/plugins/fretboard/playing/neck-navigation.js'
import { LiveNeckPlayer } from '../../../../src/plugins/fretboard/playing/neck-player.js'
import { PlayedPositions } from '../../../../src/plugins/fretboard/playing/played-positions.js'
import { DragSelection, NeckSelection } from '../../../../src/plugins/fretboard/playing/selection.js'
import { fretboardSettings } from '../../../../src/plugins/fretboard/settings.js'
import { NECK } from '../../../../src/plugins/fretboard/tokens.js'
import type { MidiInput, MidiOutput } from '../../../../src/plugins/midi-io/tokens.js'
import { MODEL } from '../../../music/fingering/model.js'
import { positionsNamed } from '../../../support/positions-named.js'
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

it('chord notes are assigned to different strings, even if the chord is rolled', () => {
  const once = neck().play(noteOn(E4), noteOn(C4), noteOn(G3), noteOn(52), noteOn(48))
  expect(once).toEqual(['1:0', '2:1', '3:0', '4:2', '5:3'])
  const rolled = [48, 52, G3, C4, E4].map((pitch, index) => noteOn(pitch, { at: 1_000 + index * 11 }))
  expect(neck().play(...rolled)).toEqual(once)
})

it('notes are not grouped into a chord if the input’s clock runs backwards', () => {
  const { play } = neck()
  for (const [index, at] of [1_000, 900, 800, Number.NaN, 700, 700].entries()) {
    const pitch = 64 + index
    // All notes are placed on the first string, which chord notes couldn’t share.
    expect(play(noteOn(pitch, { at }))).toEqual([`1:${index}`])
    play(noteOff(pitch, { at }))
  }
})

it('a note is placed within the visible frets if possible', () => {
  // These notes would be played on open strings, but the neck shows frets 5 to 9.
  const { play } = neck({ ...RANGE, fretMin: 5, fretMax: 9 })
  for (const [index, pitch] of [45, 50, 55, 59, 64].entries()) {
    const at = index * 300
    expect(play(noteOn(pitch, { at }))).toHaveLength(1)
    play(noteOff(pitch, { at: at + 200 }))
  }
  expect(play(noteOn(40, { at: 2_000 }))).toEqual([])
})

it('one note outside the visible frets does not move the rest of the chord', () => {
  const { play } = neck({ ...RANGE, fretMax: 5 })
  const triad = play(noteOn(C4), noteOn(E4), noteOn(67))
  expect(triad).toHaveLength(3)
  // B4 is at fret 7 of the first string.
  expect(play(noteOn(71))).toEqual(triad)
})

it('a note keeps its position when the fret range changes, as long as its fret is visible', () => {
  const { model, play, positions } = neck()
  expect(play(noteOn(E4))).toEqual(['1:0'])
  model.setRange({ ...RANGE, fretMax: 15 })
  expect(positions()).toEqual(['1:0'])
  model.setRange({ ...RANGE, fretMin: 5 })
  expect(positions()).toEqual(['2:5', '3:9'])
  expect(play(noteOff(E4), noteOn(65, { at: 500 }))).toHaveLength(1)
})

it('a new note is not grouped with notes that have ended', () => {
  const { play } = neck()
  expect(play(noteOn(E4, { at: 0 }), noteOff(E4, { at: 20 }), noteOn(65, { at: 30 }))).toEqual(['1:1'])
})

it('“One position per note” takes effect immediately and after the capo changes', async () => {
  const { hear, kernel, settings } = await fretboardKernel()
  const model = kernel.get(NECK)
  settings.change({ fretMax: 12 })
  await kernel.commands.execute('fretboard.toggle-one-place')
  await vi.waitFor(() => {
    hear(noteOn(E4))
    expect(model.sounding()).toHaveLength(1)
  })
  settings.change({ capo: 2 })
  await vi.waitFor(() => {
    hear(noteOn(66))
    expect(model.sounding().filter(({ pitch }) => pitch === 66)).toMatchObject([{ string: 1, fret: 0 }])
  })
  await kernel.commands.execute('fretboard.toggle-one-place')
  expect(model.sounding().filter(({ pitch }) => pitch === 66).length).toBeGreaterThan(1)
})

function selected() {
  const emitted: (readonly Position[])[] = []
  const emit = (_event: unknown, positions: unknown) => emitted.push(positions as readonly Position[])
  return { emitted, selection: new NeckSelection({ emit }) }
}

it('toggling a position adds or removes it', () => {
  const { selection, emitted } = selected()
  selection.toggle({ string: 5, fret: 3 })
  selection.toggle({ string: 1, fret: 0 })
  selection.toggle({ string: 5, fret: 3 })
  expect([selection.positions.getState(), emitted.length]).toEqual([[{ string: 1, fret: 0 }], 3])
})

it('selected positions are sorted by string and fret, without duplicates', () => {
  const { selection } = selected()
  selection.set(positionsNamed('3:2 1:5 3:2 3:0'))
  expect(selection.positions.getState()).toEqual(positionsNamed('1:5 3:0 3:2'))
})

it('setting the same selection again does not emit an event', () => {
  const { selection, emitted } = selected()
  selection.clear()
  selection.set([{ string: 1, fret: 1 }])
  selection.set([{ string: 1, fret: 1 }])
  expect(emitted).toHaveLength(1)
})

const view = (change: Partial<typeof fretboardSettings.defaults> = {}) =>
  neckView({ ...fretboardSettings.defaults, ...change })

const BOTH = { leftHanded: true, nutRight: true }
it.each([
  ['ArrowRight', {}, false, 3, 3],
  ['ArrowDown', {}, false, 4, 2],
  ['ArrowRight', { nutRight: true }, false, 3, 1],
  ['ArrowDown', { nutRight: true }, false, 2, 2],
  ['ArrowUp', { leftHanded: true }, false, 4, 2],
  ['ArrowLeft', BOTH, false, 3, 3],
  ['ArrowUp', BOTH, false, 2, 2],
  ['Home', {}, false, 3, 0],
  ['End', {}, false, 3, 5],
  ['ArrowDown', {}, true, 3, 3],
  ['ArrowUp', {}, true, 3, 1],
  ['ArrowRight', {}, true, 2, 2],
  ['ArrowLeft', {}, true, 4, 2],
  ['ArrowRight', { leftHanded: true }, true, 4, 2],
  ['ArrowRight', BOTH, true, 4, 2],
  ['ArrowDown', { nutRight: true }, true, 3, 3],
  ['End', {}, true, 3, 5],
])(
  '%s moves in the matching direction on a neck with %o (vertical: %s)',
  (key, change, vertical, string, fret) =>
    expect(positionAfterKey({ string: 3, fret: 2 }, key, view(change), vertical)).toEqual({ string, fret }),
)

it('other keys do not move', () =>
  expect(positionAfterKey({ string: 3, fret: 2 }, 'a', view())).toBeUndefined())

it('a position outside the new fret range moves to the nearest visible position', () => {
  expect(within({ string: 9, fret: 2 }, view({ fretMin: 5, fretMax: 9 }))).toEqual({ string: 6, fret: 5 })
})

const at = (string: number, fret: number) => ({ string, fret })
const dragged = () => {
  const selection = new NeckSelection({ emit: () => undefined })
  return { selection, drag: new DragSelection(selection), positions: () => selection.positions.getState() }
}

it('dragging selects the start position and every position along the way', () => {
  const { drag, positions } = dragged()
  drag.start(at(5, 3))
  for (const position of [at(5, 3), at(4, 3), at(4, 2), at(3, 2)]) drag.over(position)
  expect([drag.end(), positions()]).toEqual([true, [at(3, 2), at(4, 2), at(4, 3), at(5, 3)]])
})

it('dragging from a selected position deselects positions', () => {
  const { drag, selection, positions } = dragged()
  selection.set([at(1, 0), at(2, 1), at(3, 0)])
  drag.start(at(1, 0))
  drag.over(at(2, 1))
  drag.end()
  expect(positions()).toEqual([at(3, 0)])
})

it('a drag started by a long press selects its first position immediately', () => {
  const { drag, positions } = dragged()
  drag.begin()
  expect(positions()).toEqual([])
  drag.start(at(1, 0))
  drag.begin()
  expect(positions()).toEqual([at(1, 0)])
  drag.over(at(2, 1))
  drag.begin()
  expect([drag.end(), positions()]).toEqual([true, [at(1, 0), at(2, 1)]])
})

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

it('a played position is sent to the output and, with its string, to the input', async () => {
  const { clock, said, sent, player } = playing()
  player.play({ string: 6, fret: 3 })
  await clock.advance(NOTE_MS)
  expect(said).toEqual(['0 on 43 neck string 6', `${NOTE_MS} off 43 neck string 6`])
  expect(sent).toEqual([`0 43 for ${NOTE_MS}`])
})

it('playing a string again ends its previous note', async () => {
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

it('a strum plays notes from low to high, one after the other', async () => {
  const { clock, sent, player } = playing()
  player.strum(positionsNamed('1:0 3:0 2:1'))
  await clock.advance(2000)
  expect(sent).toEqual([`0 55 for ${CHORD_MS}`, `45 60 for ${CHORD_MS}`, `90 64 for ${CHORD_MS}`])
})

it('disposing the player ends all notes', async () => {
  const { clock, said, player } = playing()
  player.strum(positionsNamed('2:0 1:0'))
  await clock.advance(1)
  player.dispose()
  await clock.advance(5000)
  expect([said, clock.pending]).toEqual([['0 on 59 neck string 2', '1 off 59 neck string 2'], 0])
})
