import { expect, it } from 'vitest'
import { paletteOf } from '../../../cli/commands/run/search.js'
import { labelOf } from '../../../src/music/theory/scale.js'
import { CHORD_FINDER } from '../../../src/plugins/fretboard/chords/chord-finder.js'
import { CUSTOM_SHAPES } from '../../../src/plugins/fretboard/custom/custom-list.js'
import { NECK_VIEW, NOW, SELECTION } from '../../../src/plugins/fretboard/tokens.js'
import { positionsNamed } from '../../support/positions-named.js'
import { fretboardKernel } from './fakes.js'

const OPEN_C = positionsNamed('1:0 2:1 3:0 4:2 5:3')

async function neck() {
  const context = await fretboardKernel()
  const { kernel } = context
  for (const feature of ['tunings', 'shapes']) kernel.commands.setContext(`plan.${feature}`, true)
  return {
    ...context,
    view: kernel.get(NECK_VIEW),
    selection: kernel.get(SELECTION),
    shapes: kernel.get(CUSTOM_SHAPES).items,
    finder: kernel.get(CHORD_FINDER),
  }
}

it('the first voicing is selected and labeled with fingers and with open and muted strings', async () => {
  const { run, selection, kernel, finder } = await neck()
  expect(await run('find-chord', { chord: 'C' })).toMatchObject({ ok: true })
  expect(selection.positions.getState()).toEqual(OPEN_C)
  expect(kernel.get(NOW).getState()).toMatchObject({ what: 'selected', chord: { name: 'C' } })
  expect(finder.marks.getState()).toEqual([
    { string: 1, fret: 0, look: 'pin', label: '○' },
    { string: 2, fret: 1, look: 'pin', label: '1' },
    { string: 3, fret: 0, look: 'pin', label: '○' },
    { string: 4, fret: 2, look: 'pin', label: '2' },
    { string: 5, fret: 3, look: 'pin', label: '3' },
    { string: 6, fret: 0, look: 'pin', label: '×' },
  ])
})

it('a chord keeps the name the user entered, and its notes are spelled accordingly', async () => {
  const { run, kernel, selection } = await neck()
  const heading = () => {
    const { chord, notes } = kernel.get(NOW).getState()
    return [chord.name, notes.map(({ name }) => name).join(' ')]
  }
  await run('find-chord', { chord: 'G♯7' })
  expect([heading()[0], heading()[1]?.split(' ').toSorted()]).toEqual(['G#7', ['B#', 'D#', 'F#', 'G#']])
  await run('find-chord', { chord: 'C-7' })
  expect([heading()[0], kernel.get(NOW).getState().chord.alternatives[0]]).toEqual(['C-7', 'Cm7'])
  // Selections made by the user are named automatically.
  selection.set([...OPEN_C].toSpliced(0, 1))
  expect(heading()).toEqual(['C', 'C E G'])
})

it('“find-chord” applies filters and fails if no voicing matches', async () => {
  const { run, finder, selection } = await neck()
  expect(await run('find-chord', { chord: 'G7', form: 'shell', root: 6 })).toMatchObject({ ok: true })
  expect(selection.positions.getState()).toEqual(positionsNamed('3:4 4:3 6:3'))
  expect(await run('find-chord', { chord: 'C', form: 'shell' })).toMatchObject({ ok: false })
  expect(finder.found.getState()?.total).toBeGreaterThan(100)
  expect(selection.positions.getState()).toEqual([])
  finder.filter({ form: undefined, strings: '5-1' })
  expect(selection.positions.getState()).toEqual(OPEN_C)
})

it('the next and previous voicing commands wrap around and require a found chord', async () => {
  const { run, selection, kernel, finder } = await neck()
  expect(kernel.commands.isEnabled('fretboard.next-voicing')).toBe(false)
  await run('find-chord', { chord: 'C' })
  await run('previous-voicing')
  const total = finder.found.getState()?.voicings.length ?? 0
  expect(finder.found.getState()?.index).toBe(total - 1)
  await run('next-voicing')
  expect(selection.positions.getState()).toEqual(OPEN_C)
  await run('next-voicing')
  expect(finder.found.getState()?.index).toBe(1)
})

it('changing the tuning repeats the search unless the user has changed the selection', async () => {
  const { run, selection, finder } = await neck()
  await run('find-chord', { chord: 'C' })
  await run('set-tuning', { tuning: 'Ukulele' })
  expect(selection.positions.getState().map(({ fret }) => fret)).toEqual([3, 0, 0, 0])
  selection.set([{ string: 1, fret: 1 }])
  expect(finder.marks.getState()).toEqual([])
  await run('set-tuning', { tuning: 'Standard' })
  expect(selection.positions.getState()).toEqual([{ string: 1, fret: 1 }])
  expect(finder.found.getState()).toBeUndefined()
})

it('unknown and unplayable chords are reported', async () => {
  const { run } = await neck()
  const find = (chord: string) => run('find-chord', { chord })
  expect(await find('Zorro')).toMatchObject({ error: { code: 'chord_unknown' } })
  await run('set-tuning', { tuning: 'Balalaika, prima' })
  expect(await find('C7#5#9')).toMatchObject({ error: { code: 'chord_unplayable' } })
})

it('while a chord is shown over the scale, neck labels are spelled for the chord', async () => {
  const { run, view } = await neck()
  const label = (pitch: number) => {
    const { name, octave, degree, interval } = labelOf(pitch, view.getState().labels)
    return `${name}${octave} ${degree} ${interval}`
  }
  expect(label(56)).toBe('Ab3 b6 m6')
  await run('show-chord', { chord: 'E7' })
  expect(label(56)).toBe('G#3 #5 A5')
  await run('show-chord', { chord: 'G#7' })
  expect([label(60), view.getState().scale.notes[0]?.name]).toEqual(['B#3 1 P1', 'C'])
  await run('hide-chord')
  expect(view.getState().labels).toBe(view.getState().scale)
})

it('a shape’s notes start simultaneously on all strings', async () => {
  const { run, selection, sent } = await neck()
  selection.set(OPEN_C)
  await run('play-together')
  expect(sent).toEqual([64, 60, 55, 52, 48])
})

it('a shape can be moved along the neck until it reaches the end', async () => {
  const { run, selection } = await neck()
  selection.set(OPEN_C)
  await run('move-up')
  expect(selection.positions.getState().map(({ fret }) => fret)).toEqual([1, 2, 1, 3, 4])
  await run('move-down')
  expect(await run('move-down')).toMatchObject({ ok: false, error: { code: 'neck_ends' } })
  expect(selection.positions.getState()).toEqual(OPEN_C)
})

it('a saved shape is stored under the tenant’s key and can be shown, removed and restored', async () => {
  const { run, selection, shapes, notices, kernel } = await neck()
  selection.set(OPEN_C)
  expect(await run('save-shape', { name: 'My C' })).toMatchObject({ ok: true })
  expect(kernel.platform.storage.get('fretworkShapes')).toContain('x.3.2.0.1.0_0_E2.A2.D3.G3.B3.E4')
  selection.clear()
  await run('show-shape', { kept: 'my-c' })
  expect(selection.positions.getState()).toEqual(OPEN_C)
  await run('remove-shape', { kept: 'my-c' })
  expect(shapes.getState()).toEqual([])
  notices.at(-1)?.action?.run()
  expect(shapes.getState()).toMatchObject([{ id: 'my-c', name: 'My C' }])
})

/** Returns a function that finds the first palette command and its arguments, with the given note naming. */
async function palette(names: string) {
  const { kernel } = await fretboardKernel()
  await kernel.commands.execute('fretboard.set-note-names', { names })
  const { search } = await paletteOf(kernel)
  return (typed: string) => {
    const [hit] = search.search(typed, 1).hits
    return [hit?.name, ...Object.values(hit?.args ?? {})].join(' | ')
  }
}

it('the palette reads “B” as B flat and “H” as B if German note names are selected', async () => {
  const first = await palette('german')
  expect(first('B-Dur')).toBe('Choose scale: B Major | Bb | Major')
  expect(first('b major')).toBe('Choose scale: B Major | Bb | Major')
  expect(first('H-Dur')).toBe('Choose scale: H Major | B | Major')
  expect(first('fis-Moll')).toBe('Choose scale: Fis Minor | F# | Minor')
  expect(first('f# minor')).toBe('Choose scale: Fis Minor | F# | Minor')
  expect(first('B flat major')).toBe('Choose scale: B Major | Bb | Major')
})

it('the palette reads “B” as B if English note names are selected, but still accepts “Fis”', async () => {
  const first = await palette('english')
  expect(first('b major')).toBe('Choose scale: B Major | B | Major')
  expect(first('Bb major')).toBe('Choose scale: B♭ Major | Bb | Major')
  expect(first('fis-Moll')).toBe('Choose scale: F♯ Minor | F# | Minor')
})

it('the palette accepts keys written as a chord (“am”) or without a space (“cismoll”)', async () => {
  const first = await palette('english')
  expect(first('am pentatonic')).toBe('Choose scale: A Minor Pentatonic | A | Minor Pentatonic')
  expect(first('f#m')).toBe('Choose scale: F♯ Minor | F# | Minor')
  expect(first('cismoll')).toBe('Choose scale: C♯ Minor | C# | Minor')
  expect(first('chromatische')).toBe('Choose scale: C Chromatic | C | Chromatic')
})
