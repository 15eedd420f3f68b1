import { describe, expect, it } from 'vitest'
import { SELECTION } from '../../../../src/plugins/fretboard/tokens.js'
import { fretboardKernel, keptSettings } from '../fakes.js'

async function neck(stored: object = {}) {
  const context = await fretboardKernel(keptSettings(stored))
  const { kernel, run } = context
  const made = async (kind: 'svg' | 'html') => {
    const outcome = await run(`export-${kind}`)
    return outcome.ok ? String(outcome.value) : outcome.error.code
  }
  kernel.commands.setContext('plan.Download.HTML', true)
  return { ...context, made, selection: kernel.get(SELECTION) }
}

const count = (text: string, part: RegExp) => text.match(part)?.length ?? 0
/** What the dots say, from string 1 on, from the lowest fret on. */
const names = (svg: string) =>
  [...svg.matchAll(/font-size="(?:16|19)"(?: style="[^"]*")?>([A-G][♯♭]?)/g)].map(([, name]) => name)

/** E and B strings: C major on the first five frets, from a textbook's chart. */
const STRING_1 = ['E', 'F', 'G', 'A']

describe('the neck as a drawing', () => {
  it('shows what the neck shows, by the same switches', async () => {
    const plain = await (await neck()).made('svg')
    expect(names(plain).slice(0, 4)).toEqual(STRING_1)
    expect(plain).toContain('<tspan font-size=".72em">4</tspan>')
    const bare = await (await neck({ showOctaves: false, showDegrees: false })).made('svg')
    expect(bare).not.toContain('tspan')
    expect(names(bare)).toEqual(names(plain))
    expect(names(await (await neck({ showAllNotes: true })).made('svg'))).toHaveLength(36)
    expect(await (await neck({ showIntervals: true })).made('svg')).toContain('>P5</text>')
  })

  it.each([
    [{ leftHanded: true, nutRight: true }],
    [{ orientation: 'vertical', leftHanded: true }],
    [{ capo: 3 }],
    [{ fretMin: 5, fretMax: 24 }],
    [{ tuningId: 13 }],
  ])('is a whole drawing of its own for %o', async change => {
    const svg = await (await neck({ fretMax: 12, ...change })).made('svg')
    const [, width = 0, height = 0] = (/viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? []).map(Number)
    const dots = [...svg.matchAll(/<circle cx="([\d.-]+)" cy="([\d.-]+)" r="21"/g)]
    expect(dots.length).toBeGreaterThan(10)
    for (const [, x, y] of dots) {
      expect(Number(x)).toBeGreaterThan(20)
      expect(Number(x)).toBeLessThan(width - 20)
      expect(Number(y)).toBeGreaterThan(20)
      expect(Number(y)).toBeLessThan(height - 20)
    }
    if ('orientation' in change) expect(height).toBeGreaterThan(width)
    expect(svg).not.toMatch(/NaN|undefined|href|url\((?!#)|@import/)
  })

  it('escapes a name, whatever it contains', async () => {
    const { made, run } = await neck()
    await run('open-link', {
      link: `?tuning=${encodeURIComponent('E2.A2.D3_</title><script>alert(1)</script>"&')}`,
    })
    for (const file of [await made('svg'), await made('html')]) {
      expect(file).not.toContain('<script')
      expect(file).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&amp;')
    }
  })
})

describe('the neck as a page', () => {
  it('holds the drawing, the words and every note, and fetches nothing', async () => {
    const { made } = await neck({ tuningId: 13, fretMax: 7 })
    const html = await made('html')
    expect(html).toContain('<h1>C Major – Banjo, open G</h1>')
    expect(html).toContain('<dt>Tuning</dt><dd>Banjo, open G: GDGBD</dd>')
    expect(html).toContain('<th scope="row">Degree</th><td>1</td><td>2</td><td>3</td>')
    expect(html).toContain('<th scope="row">Note</th><td>C</td><td>D</td><td>E</td>')
    expect(html).toMatch(/<footer>Created with Fretwork, [^<]*\d{4}<\/footer>/)
    expect(html).toContain("default-src 'none'")
    expect(html).not.toMatch(/<(link|script|img|iframe)|src=|href=/)
    // Five strings of eight places; the short one has its open note and two beyond its peg.
    const cells = html.slice(html.indexOf('<div class="s"'))
    expect([count(cells, /<td>/g), count(cells, /<td><\/td>/g)]).toEqual([40, 5])
    expect(html).toContain('<td><b>G4 (5)</b></td>')
  })

  it('has diagrams of the chords that are shown, the chosen shape first', async () => {
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
})
