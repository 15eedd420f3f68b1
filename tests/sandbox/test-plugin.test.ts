import { plugin } from '@fretwork/sdk'
import { testPlugin } from '@fretwork/sdk/testing'
import { expect, it } from 'vitest'

const tempoOf = (taps: readonly number[]) =>
  taps.length > 1
    ? Math.round((60_000 * (taps.length - 1)) / ((taps.at(-1) ?? 0) - (taps[0] ?? 0)))
    : undefined

const tapTempo = plugin({
  id: 'tap-tempo',
  title: 'Tap tempo',
  permissions: { 'midi-in': 'Counts the notes you play as taps.' },
  translations: { de: { 'Tap at least twice.': 'Tippe mindestens zweimal.' } },
  setup({ clock, commands, midi, panel, t }) {
    const taps: number[] = []
    commands.add('tap', { title: 'Tap the tempo', run: () => taps.push(clock.now()) })
    midi.onNote(note => note.on && taps.push(note.at))
    panel.show(() => {
      const tempo = tempoOf(taps)
      return { title: t('Tap tempo'), text: tempo ? `${tempo}` : t('Tap at least twice.'), buttons: ['tap'] }
    })
  },
})

it('a plugin counts commands and notes, and its panel shows the result', async () => {
  const tested = await testPlugin(tapTempo)
  expect(await tested.panel()).toMatchObject({ text: 'Tap at least twice.' })
  await tested.run('tap')
  await tested.advance(500)
  await tested.run('tap')
  expect(await tested.panel()).toMatchObject({ text: '120' })
  await tested.advance(500)
  await tested.play(60)
  expect(await tested.panel()).toMatchObject({ text: '120', buttons: ['tap'] })
  tested.stop()
})

it('texts of a plugin are translated', async () => {
  const tested = await testPlugin(tapTempo, { languages: ['de'] })
  expect(await tested.panel()).toMatchObject({ text: 'Tippe mindestens zweimal.' })
  tested.stop()
})

it('an error with a code reaches the user unchanged, though the script has its own copy of its class', async () => {
  class FretworkError extends Error {
    override readonly name = 'FretworkError'
    readonly code = 'tap_missing'
  }
  const fails = plugin({
    id: 'fails',
    title: 'Fails',
    permissions: {},
    setup({ commands }) {
      const run = () => {
        throw new FretworkError('Tap first.')
      }
      commands.add('tap', { title: 'Tap', run })
    },
  })
  const tested = await testPlugin(fails)
  await expect(tested.run('tap')).rejects.toMatchObject({ code: 'tap_missing', message: 'Tap first.' })
  tested.stop()
})

it('a test cannot press a button that the panel does not have, and arguments have their defaults', async () => {
  const counter = plugin({
    ...{ id: 'counter', title: 'Counter', permissions: {} },
    setup({ commands, panel }) {
      let count = 0
      commands.add('add', {
        title: 'Add',
        args: { step: { title: 'Step', default: 2 } },
        run: ({ step }) => {
          count += step
        },
      })
      panel.show(() => ({
        text: `${count}`,
        buttons: [{ title: 'Reset', disabled: true, run: () => undefined }],
      }))
    },
  })
  const tested = await testPlugin(counter)
  await tested.run('add')
  await tested.run('add', { step: 5 })
  expect(await tested.panel()).toMatchObject({ text: '7' })
  for (const title of ['Reset', 'Rest'])
    await expect(tested.act({ kind: 'button', title })).rejects.toThrow('The panel has nothing for')
  tested.stop()
})

it('a panel that returns a promise says so', async () => {
  const late = plugin({
    ...{ id: 'late', title: 'Late', permissions: {} },
    setup: ({ panel }) => panel.show((async () => ({ text: 'later' })) as never),
  })
  const tested = await testPlugin(late)
  expect(await tested.panel()).toBeUndefined()
  tested.stop()
})

it('a filter follows quick changes of a setting at most four times per second', async () => {
  const tested = await testPlugin(
    plugin({
      ...{ id: 'shift', title: 'Shift', permissions: { 'midi-in': 'Shifts notes.' } },
      settings: { by: { title: 'By', default: 1 } },
      setup: ({ midi, settings }) =>
        void midi.filter({ change: ({ note }) => [{ note: note + settings.get().by }] }),
    }),
  )
  const heard = async () => {
    await tested.play(60)
    const [note] = tested.sounding()
    await tested.release(60)
    return note
  }
  for (const by of [2, 3, 4]) await tested.set({ by })
  expect(await heard()).toBe(62)
  await tested.advance(250)
  expect(await heard()).toBe(64)
  tested.stop()
})

it('a plugin follows the positions that a test selects', async () => {
  const chordMarks = plugin({
    ...{ id: 'chord-marks', title: 'Chord marks', permissions: {} },
    setup({ neck }) {
      neck.onChange(() =>
        neck.mark(neck.selection().map(place => ({ ...place, look: 'pin', label: neck.now().chord }))),
      )
    },
  })
  const tested = await testPlugin(chordMarks)
  const shape = [
    { string: 3, fret: 0 },
    { string: 4, fret: 2 },
    { string: 5, fret: 3 },
  ]
  await tested.select(shape)
  await tested.advance(50)
  expect(tested.marks()).toEqual(shape.map(place => ({ ...place, look: 'pin', label: 'C' })))
  await tested.select([])
  await tested.advance(50)
  expect(tested.marks()).toEqual([])
  tested.stop()
})

it('a test answers the requests of a plugin', async () => {
  const lookUp = plugin({
    ...{ id: 'look-up', title: 'Look up' },
    permissions: { network: { hosts: ['api.example.org'], reason: 'Loads chords.' } },
    setup({ commands, network }) {
      const load = async (path: string, as: 'text' | 'json') =>
        (await network.fetch(`https://api.example.org/${path}`, { as })).body
      commands.add('text', { title: 'Text', run: () => load('text', 'text') })
      commands.add('json', { title: 'JSON', run: () => load('json', 'json') })
      commands.add('none', { title: 'None', run: () => load('none', 'text') })
    },
  })
  const responses = { 'https://api.example.org/text': 'Hi', 'https://api.example.org/json': { name: 'C' } }
  const tested = await testPlugin(lookUp, { responses })
  expect([await tested.run('text'), await tested.run('json')]).toEqual(['Hi', { name: 'C' }])
  await expect(tested.run('none')).rejects.toThrow(
    'responses of testPlugin lack https://api.example.org/none',
  )
  tested.stop()
})

it('a song that cannot be read fails its test with field, value and what is needed', async () => {
  const lines = plugin({
    ...{ id: 'lines', title: 'Lines', permissions: {} },
    setup({ songs }) {
      const notes = [{ midi: 60, time: Number.NaN, duration: 1 }]
      songs.addFormat({ title: 'Lines', extensions: ['.lines'], read: () => ({ tracks: [{ notes }] }) })
    },
  })
  const tested = await testPlugin(lines)
  const wrong = 'The song format "Lines" returned NaN at "tracks.0.notes.0.time": expected a number.'
  await expect(tested.open('a.lines', '1')).rejects.toThrow(wrong)
  tested.stop()
})

it('a setup that waits for the clock goes on', async () => {
  const waiting = plugin({
    ...{ id: 'waiting', title: 'Waiting', permissions: {} },
    async setup({ clock, panel }) {
      panel.show(() => ({ text: 'ready' }))
      await new Promise<void>(resolve => void clock.after(20, resolve))
    },
  })
  const tested = await testPlugin(waiting)
  expect(await tested.panel()).toMatchObject({ text: 'ready' })
  tested.stop()
})
