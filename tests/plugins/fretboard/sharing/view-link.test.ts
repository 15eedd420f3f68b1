import { expect, it } from 'vitest'
import { CUSTOM_TUNINGS } from '../../../../src/plugins/fretboard/custom/custom-list.js'
import type { FretboardSettings } from '../../../../src/plugins/fretboard/settings.js'
import { SHARED_VIEW } from '../../../../src/plugins/fretboard/sharing/shared-view.js'
import { LINK_IGNORED, readLink } from '../../../../src/plugins/fretboard/sharing/view-link.js'
import { NECK_VIEW, SELECTION } from '../../../../src/plugins/fretboard/tokens.js'
import { positionsNamed } from '../../../support/positions-named.js'
import { fretboardKernel, keptSettings } from '../fakes.js'

async function neck(stored: object = {}) {
  const context = await fretboardKernel(keptSettings(stored))
  const { kernel, run } = context
  const link = async () => {
    const copied = await run('copy-link')
    return copied.ok ? String(copied.value) : ''
  }
  const view = () => {
    const { ignored: _ignored, ...shown } = kernel.get(NECK_VIEW).getState()
    return shown
  }
  const made = async (kind: 'svg' | 'html') => {
    kernel.commands.setContext('plan.Download.HTML', true)
    const outcome = await run(`export-${kind}`)
    return outcome.ok ? String(outcome.value) : outcome.error.code
  }
  return { ...context, link, view, made, guest: kernel.get(SHARED_VIEW), selection: kernel.get(SELECTION) }
}

const EVERYTHING = {
  ...{ scale: 'F# Dorian', fretMin: 2, fretMax: 14, showAllNotes: true, showOctaves: false },
  ...{ showDegrees: true, showIntervals: true, selectMode: true, tuningId: 13, leftHanded: true },
  ...{ nutRight: true, capo: 2, chord: 'F#m7', positions: 'three-per-string', position: 0 },
  orientation: 'vertical',
  // A setting missing from this list is a type error.
} as const satisfies Record<
  Exclude<keyof FretboardSettings, 'selectOnTouch' | 'velocityLook' | 'trail' | 'onePlace' | 'noteNaming'>,
  unknown
>

it('opening a link shows its view without changing the receiver’s settings', async () => {
  const sender = await neck(EVERYTHING)
  sender.selection.set(positionsNamed('1:3 2:4'))
  const receiver = await neck({ scale: 'D Minor', capo: 5, showAllNotes: false, tuningId: 2 })
  const before = receiver.settings.getState()
  expect(await receiver.run('open-link', { link: await sender.link() })).toMatchObject({ ok: true })
  expect(receiver.view()).toEqual(sender.view())
  expect(receiver.selection.positions.getState()).toEqual(sender.selection.positions.getState())
  expect([receiver.settings.getState(), receiver.notices]).toEqual([before, []])
})

it('keeping a link’s view replaces the user’s settings', async () => {
  const [sender, receiver] = [await neck(EVERYTHING), await neck()]
  await receiver.run('open-link', { link: await sender.link() })
  await receiver.run('keep-link')
  expect(receiver.guest.getState()).toBeUndefined()
  expect(receiver.settings.getState()).toMatchObject(EVERYTHING)
})

it('without the plan, keeping a link’s view stores everything but the custom tuning', async () => {
  const { run, settings, guest, view, kernel, notices } = await neck()
  await run('open-link', { link: '?scale=D+Dorian&tuning=C2.G2.D3.A3_Fifths&capo=2' })
  expect(await run('keep-link')).toMatchObject({ ok: false, error: { code: 'plan_needed' } })
  expect(settings.getState()).toMatchObject({ scale: 'D Dorian', capo: 2, tuningId: 0 })
  expect(view().tuning.name).toBe('Fifths')
  expect(guest.getState()).toBeDefined()
  expect(kernel.get(CUSTOM_TUNINGS).items.getState()).toEqual([])
  expect(notices.at(-1)?.leadsTo?.path).toContain('need=tunings')
})

const read = (query: string) => readLink(new URLSearchParams(query))

it.each([
  ['scale=Q+Nope', 'scale=Q Nope'] as const,
  ['show=octaves.ghosts', 'show=ghosts'] as const,
  [`scale=${'C'.repeat(5000)}`, `scale=${'C'.repeat(24)}`] as const,
  ...[
    ...['tuning=9999', 'capo=40', 'capo=-1', 'frets=many', 'hand=third'],
    ...['neck=diagonal', 'chord=Zorro', 'positions=lotus', 'position=0'],
  ].map(query => [query, query] as const),
])('the invalid part %s is reported, and the remaining parts are applied', (query, parts) => {
  const { settings, ignored } = read(`${query}&nut=right`)
  expect(ignored).toEqual([{ sentence: LINK_IGNORED.part, values: { parts } }])
  expect(settings.nutRight).toBe(true)
})

it('a reversed fret range is swapped, limited to the neck and reported', () => {
  expect(read('frets=9-2')).toMatchObject({
    settings: { fretMin: 2, fretMax: 9 },
    ignored: [{ sentence: LINK_IGNORED.frets, values: { from: '9', to: '2', shownFrom: 2, shownTo: 9 } }],
  })
  expect(read('frets=0-99')).toMatchObject({ settings: { fretMin: 0, fretMax: 24 } })
  expect(read('frets=0-24').ignored).toEqual([])
})

it('a linked shape may have two notes on one string, and invalid positions are reported', async () => {
  const { run, selection, notices } = await neck()
  await run('open-link', { link: '?show=octaves&shape=x.3%2B5.2.0.77.0_0_E2.A2.D3.G3.B3.E4_' })
  expect(selection.positions.getState()).toEqual(positionsNamed('1:0 3:0 4:2 5:3 5:5'))
  expect(notices.map(({ values }) => values)).toEqual([{ positions: '2:77' }])
})

it('a link without view settings is rejected', async () => {
  const { run } = await neck()
  const opened = await run('open-link', { link: 'https://fretwork.example/?from=mail' })
  expect(opened).toMatchObject({ ok: false, error: { code: 'link_invalid' } })
})

const count = (text: string, part: RegExp) => text.match(part)?.length ?? 0
/** Returns the dot labels by string, then by fret. */
const names = (svg: string) =>
  [...svg.matchAll(/font-size="(?:16|19)"(?: style="[^"]*")?>([A-G][♯♭]?)/g)].map(([, name]) => name)

/** Notes of C major on the E strings up to fret 5, from a textbook. */
const STRING_1 = ['E', 'F', 'G', 'A']

it('the SVG has the same labels as the neck', async () => {
  const plain = await (await neck()).made('svg')
  expect(names(plain).slice(0, 4)).toEqual(STRING_1)
  expect(plain).toContain('<tspan font-size=".72em">4</tspan>')
  const bare = await (await neck({ showOctaves: false, showDegrees: false })).made('svg')
  expect(bare).not.toContain('tspan')
  expect(names(bare)).toEqual(names(plain))
  expect(names(await (await neck({ showAllNotes: true })).made('svg'))).toHaveLength(36)
  expect(await (await neck({ showIntervals: true })).made('svg')).toContain('>P5</text>')
})

it('names are escaped in the SVG and the HTML page', async () => {
  const { made, run } = await neck()
  await run('open-link', {
    link: `?tuning=${encodeURIComponent('E2.A2.D3_</title><script>alert(1)</script>"&')}`,
  })
  for (const file of [await made('svg'), await made('html')]) {
    expect(file).not.toContain('<script')
    expect(file).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&amp;')
  }
})

it('the page contains the drawing, a description and all notes, and loads no resources', async () => {
  const { made } = await neck({ tuningId: 13, fretMax: 7 })
  const html = await made('html')
  expect(html).toContain('<h1>C Major – Banjo, open G</h1>')
  expect(html).toContain('<dt>Tuning</dt><dd>Banjo, open G: GDGBD</dd>')
  expect(html).toContain('<th scope="row">Degree</th><td>1</td><td>2</td><td>3</td>')
  expect(html).toContain('<th scope="row">Note</th><td>C</td><td>D</td><td>E</td>')
  expect(html).toMatch(/<footer>Created with Fretwork, [^<]*\d{4}<\/footer>/)
  expect(html).toContain("default-src 'none'")
  expect(html).not.toMatch(/<(link|script|img|iframe)|src=|href=/)
  // Five strings with eight cells each. The short string has an open note and two frets above its peg.
  const cells = html.slice(html.indexOf('<div class="s"'))
  expect([count(cells, /<td>/g), count(cells, /<td><\/td>/g)]).toEqual([40, 5])
  expect(html).toContain('<td><b>G4 (5)</b></td>')
})

it('the page has a diagram for each shown chord, starting with the selected shape', async () => {
  const { made, run, selection } = await neck({ chord: 'Am7', capo: 1 })
  await run('find-chord', { chord: 'C' })
  await run('next-voicing')
  const html = await made('html')
  expect([...html.matchAll(/<h2>([^<]*)/g)].map(([, heading]) => heading)).toEqual([
    'Chord C',
    'Chord Am7',
    'Notes by string and fret',
  ])
  const codes = [...html.matchAll(/<figcaption>([^<]*)/g)].map(([, code]) => code ?? '')
  expect([codes.length, new Set(codes.slice(0, 4)).size]).toEqual([8, 4])
  const selected = selection.positions.getState()
  const shown = [6, 5, 4, 3, 2, 1].map(string => selected.find(each => each.string === string)?.fret ?? 'x')
  expect(codes[0]?.replaceAll(' ', '')).toBe(shown.join(''))
  expect(html).toContain(`aria-label="Chord C: ${shown.join(' ')}"`)
  expect(html).toContain('<dt>Capo</dt><dd>Fret 1</dd>')
})
