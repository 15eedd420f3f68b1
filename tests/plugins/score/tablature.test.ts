import { expect, it } from 'vitest'
import type { Auth } from '../../../src/core/auth/auth.js'
import { EventBus } from '../../../src/core/events/event-bus.js'
import { NoticeBoard } from '../../../src/core/events/notices.js'
import { createLogger } from '../../../src/core/platform/ports.js'
import { createStore } from '../../../src/core/platform/store.js'
import type { Settings } from '../../../src/core/settings/settings.js'
import { STANDARD_TUNING } from '../../../src/music/guitar/tunings.js'
import type { TablatureSettings } from '../../../src/plugins/score/settings.js'
import { Tablature } from '../../../src/plugins/score/tablature/tablature.js'
import { rows } from '../../support/rows.js'
import { practised, settingsOf } from '../player/session/session-parts.js'

const NOTHING: TablatureSettings = { shown: true, view: '', zoom: 64, songs: [] }

/** E4, F4, G4 and A4 as quarter notes of half a second. */
const SCALE = [{ notes: [64, 65, 67, 69].map((pitch, index) => [pitch, index / 2, 0.4] as const) }]

function setUp(settings = settingsOf(NOTHING), user = () => 'ada') {
  const parts = practised()
  const neck = createStore({ tuning: STANDARD_TUNING, capo: 0 })
  const notices = new NoticeBoard(new EventBus(createLogger(() => undefined, 'test')))
  const auth = { state: { getState: () => ({ user: { id: user() } }) } }
  const tablature = new Tablature(
    parts.session,
    parts.places,
    neck,
    { store: () => settings } as unknown as Settings,
    auth as unknown as Auth,
    { on: () => ({ dispose: () => undefined }) },
    notices,
    parts.practice,
  )
  const open = (tracks: Parameters<typeof parts.open>[0]) => {
    parts.open(tracks)
    tablature.begin()
  }
  const wishes = () => {
    const { pins, zone } = parts.places.view.getState()
    return { pins: pins.map(({ note, string }) => [note, string]), zone }
  }
  const edit = (change: () => unknown) => {
    const edited = notices.editing({ command: 'tablature.edit', args: undefined })
    change()
    edited()
  }
  return { ...parts, neck, tablature, open, wishes, settings, notices, edit }
}

it('stepping selects notes in order, starting at the cursor', () => {
  const { tablature, open, session } = setUp()
  open(SCALE)
  session.seek(900)
  tablature.step(1)
  expect(tablature.view.getState().chosen).toBe(2)
  tablature.step(1)
  tablature.step(1)
  expect(tablature.view.getState().chosen).toBe(3)
  tablature.step(-9)
  expect(tablature.view.getState().chosen).toBe(0)
})

it('a note moves to the next possible string immediately, and undo moves it back', async () => {
  const { tablature, open, places, clock, notices, edit } = setUp()
  open(SCALE)
  await clock.advance(100)
  tablature.choose(1)
  edit(() => tablature.move(-1))
  expect(places.positionOf(1)).toEqual({ string: 2, fret: 6 })
  edit(() => tablature.move(-1))
  expect(places.positionOf(1)).toEqual({ string: 3, fret: 10 })
  notices.undo()
  expect(places.positionOf(1)).toEqual({ string: 2, fret: 6 })
  notices.undo()
  expect(places.positionOf(1)).toEqual({ string: 1, fret: 1 })
  expect(notices.undo()).toBeUndefined()
  notices.redo()
  expect(places.positionOf(1)).toEqual({ string: 2, fret: 6 })
  edit(() => tablature.unpin())
  expect(places.positionOf(1)).toEqual({ string: 1, fret: 1 })
  notices.undo()
  expect(places.positionOf(1)).toEqual({ string: 2, fret: 6 })
})

it('unpinning all notes can be undone without losing pins set later', () => {
  const { tablature, open, wishes } = setUp()
  open(SCALE)
  tablature.pin(0, 2)
  tablature.pin(1, 2)
  const { count, restore: bringBack } = tablature.unpinAll()
  expect([count, wishes().pins]).toEqual([2, []])
  tablature.pin(2, 3)
  bringBack()
  expect(wishes().pins).toEqual(rows('0 2, 1 2, 2 3'))
})

it('after a change of user, undo cannot restore the previous user’s pins', () => {
  let user = 'ada'
  const { tablature, open, wishes } = setUp(settingsOf(NOTHING), () => user)
  open(SCALE)
  tablature.pin(0, 2)
  const { restore: bringBack } = tablature.unpinAll()
  user = 'bob'
  open(SCALE)
  bringBack()
  open(SCALE)
  expect(wishes().pins).toEqual([])
  user = 'ada'
  bringBack()
  open(SCALE)
  expect(wishes().pins).toEqual([[0, 2]])
})

it('pins apply in every window that shows the song', () => {
  const here = setUp()
  here.open(SCALE)
  const there = setUp(here.settings)
  there.open(SCALE)
  there.tablature.pin(0, 2)
  here.edit(() => here.tablature.pin(2, 3))
  there.tablature.setZone({ from: 3, to: 7 })
  const wished = { pins: rows('0 2, 2 3'), zone: { from: 3, to: 7 } }
  for (const { wishes } of [here, there]) expect(wishes()).toEqual(wished)
  // Undo would discard the pins set in the other window.
  expect(here.notices.undo()).toBeUndefined()
  there.tablature.dispose()
  expect(here.wishes()).toEqual(wished)
})

it('pins and hand position are restored only for the same song', () => {
  const first = setUp()
  first.open(SCALE)
  first.tablature.pin(1, 2)
  first.tablature.setZone({ from: 5, to: 9 })
  const second = setUp(first.settings)
  second.open(SCALE)
  expect(second.wishes()).toEqual({ pins: [[1, 2]], zone: { from: 5, to: 9 } })
  second.open([{ notes: [[60, 0, 1]] }])
  expect(second.wishes()).toEqual({ pins: [], zone: undefined })
})

it('unreadable stored entries are kept and do not affect the song', () => {
  const settings = settingsOf<TablatureSettings>({ ...NOTHING, songs: ['broken', { user: 7 }] })
  const { tablature, open } = setUp(settings)
  open(SCALE)
  tablature.pin(1, 2)
  const again = setUp(settings)
  again.open(SCALE)
  expect(again.wishes().pins).toEqual([[1, 2]])
  expect(settings.getState().songs).toHaveLength(3)
})

it('the choice to ignore the file’s positions is stored with the song and can be undone', () => {
  const { tablature, open, places, settings, notices, edit } = setUp()
  const asked: boolean[] = []
  const { takeWritten } = places
  places.takeWritten = used => {
    asked.push(used)
    takeWritten(used)
  }
  open(SCALE)
  edit(() => tablature.findOthers(true))
  expect(settings.getState().songs).toMatchObject([{ ignoresWritten: true }])
  notices.undo()
  expect(settings.getState().songs).toEqual([])
  notices.redo()
  open(SCALE)
  expect(asked.at(-1)).toBe(false)
})
