import { beforeAll, describe, expect, it, vi } from 'vitest'
import { paletteHits } from '../../../../cli/commands/run/search.js'
import { CommandRegistry } from '../../../../src/core/commands/command-registry.js'
import { resetCommandId } from '../../../../src/core/commands/settings-commands.js'
import { settingsFields } from '../../../../src/core/settings/settings-fields.js'
import { PLUGINS } from '../../../../src/plugins/plugin-list.js'
import { fretwork, recordsIn } from '../../run-program.js'
import table from './palette-queries.json' with { type: 'json' }

type Hits = Awaited<ReturnType<typeof paletteHits>>[number]

/** Returns a palette entry as text, such as `fretboard.set-tuning Drop D`. */
const said = ({ id, args = {} }: Hits[number]) => [id, ...Object.values(args)].join(' ')

/** Starting the plugins takes longer than all queries. */
const LANGUAGES = ['en', 'de'] as const
const READY_MS = 60_000

describe.each(LANGUAGES)('palette in %s', language => {
  // A query accepts several commands if it is ambiguous.
  it('queries find their commands, and every setting and every reset command can be found by name', async () => {
    const rows = Object.entries(table[language]).flatMap(([first, queries]) =>
      queries.split(', ').map(query => ({ query, first })),
    )
    const [all = [], ...answers] = await paletteHits(['', ...rows.map(({ query }) => query)], { language })
    const wrong = rows.flatMap(({ query, first }, index) => {
      const [best] = answers[index] ?? []
      const wanted = first.split(' | ')
      const isFound = best && (wanted.includes(best.id) || wanted.includes(said(best)))
      return isFound ? [] : [[query, first, best && said(best)]]
    })
    expect(wrong).toEqual([])
    const named = all.filter(({ id }) => /\.(reset-)?settings-/.test(id))
    const sections = PLUGINS.flatMap(({ id: plugin, contributes = {} }) =>
      (contributes.settings ?? [])
        .filter(section => settingsFields(section).length > 0)
        .map(({ id }) => resetCommandId(plugin, id)),
    )
    expect(named.map(({ id }) => id)).toEqual(expect.arrayContaining(sections))
    const hits = await paletteHits(
      named.map(({ title }) => title),
      { language },
    )
    expect(named.filter(({ id }, index) => !hits[index]?.some(hit => hit.id === id))).toEqual([])
  })
})

describe('palette', () => {
  let listed: Record<string, Hits>
  const nonsense = ['plgrn', 'asdfgh', 'banana', 'lorem ipsum', '12345678']
  nonsense.push('flubber scale wizard', 'Waschmaschine')
  const logIn = ['log in', 'login', 'sign in', 'sign up', 'register', 'einloggen', 'registrieren']
  const texts = [
    'night mode',
    'german',
    'choose the tuning',
    'account',
    'close account',
    '',
    ...logIn,
    ...nonsense,
  ]
  beforeAll(async () => {
    const hits = await paletteHits(texts)
    listed = Object.fromEntries(texts.map((text, index) => [text, hits[index] ?? []]))
  }, READY_MS)
  const idsOf = (text: string) => listed[text]?.map(({ id }) => id) ?? []

  it('palette queries do not match unrelated words that share letters', () => {
    expect(idsOf('night mode')[0]).toBe('core.use-dark-scheme')
    expect(idsOf('night mode')).not.toContain('core.use-light-scheme')
    expect(idsOf('german').filter(id => id.startsWith('fretboard.set-tuning'))).toEqual([])
    expect(nonsense.flatMap(idsOf)).toEqual([])
  })

  it('destructive commands are suggested only for their full name', () => {
    expect(idsOf('close account')).toEqual(['account.delete'])
    expect(idsOf('account')).not.toContain('account.delete')
  })

  it('the command for choosing a tuning comes before the tunings', () => {
    expect(listed['choose the tuning']?.[0]).toMatchObject({ kind: 'command', id: 'fretboard.set-tuning' })
  })

  it('login is suggested only to logged-out users, and logout only to logged-in users', async () => {
    expect(idsOf('').filter(id => id.startsWith('auth.log-in') || id === 'auth.register')).toEqual([])
    expect(logIn.flatMap(idsOf).filter(id => id.startsWith('auth.log-in') || id === 'auth.register')).toEqual(
      [],
    )
    const [unused = [], signOut = []] = await paletteHits(['', 'sign out'], {
      loggedOut: true,
      route: '/privacy',
    })
    expect(unused.map(({ id }) => id)).toEqual(expect.arrayContaining(['auth.log-in', 'auth.register']))
    expect([...unused, ...signOut].map(({ id }) => id)).not.toContain('core.log-out')
  })

  it.each([
    [
      '/fretboard',
      ['player.toggle-playing', 'library.play-song', 'fretboard.set-scale', 'fretboard.set-tuning'],
    ],
    ['/account/profile', ['account.edit-profile', 'account.choose-picture']],
    ['/people', ['social.find-people']],
    ['/songs', ['library.play-song', 'library.open-file']],
  ])('the palette opens with the main commands of %s', async (route, wanted) => {
    const [hits = []] = await paletteHits([''], { route })
    expect(hits.slice(0, 8).map(({ id }) => id)).toEqual(expect.arrayContaining(wanted))
  })
})

it('a track name finds that track in the open song', async () => {
  const words = ['Lead Guitar, Lead, Lead track', 'Bass Guitar, Bass, Bass track, Bass-Spur']
  const own = CommandRegistry.prototype.choicesFor
  vi.spyOn(CommandRegistry.prototype, 'choicesFor').mockImplementation(function (
    this: CommandRegistry,
    id,
    name,
    ...more
  ) {
    if (name !== 'track') return own.call(this, id, name, ...more)
    return Promise.resolve(
      words.map((each, at) => ({ value: at + 1, label: each.split(',')[0] ?? '', words: each })),
    )
  })
  const found = await paletteHits(['mute bass', 'solo the bass', 'mute lead', 'bass track', 'mute guitar'])
  expect(found.map(([best]) => best && said(best))).toEqual([
    ...['player.mute-track 2', 'player.solo-track 2', 'player.mute-track 1', 'player.show-track 2'],
    'player.mute-track',
  ])
  const [[spoken] = []] = await paletteHits(['bassspur'], { language: 'de' })
  expect(spoken && said(spoken)).toBe('player.show-track 2')
})

it('a query for a command that is unavailable on the page shows that command', async () => {
  const missing = (texts: readonly string[], route: string, language: string) =>
    paletteHits(texts, { route, language }).then(found => found.map(([best]) => best?.args?.command))
  expect(
    await missing(['f#m', 'show c major', 'e minor scale', 'layout 1'], '/account/profile', 'en'),
  ).toEqual([
    ...['fretboard.set-scale', 'fretboard.set-scale', 'fretboard.set-scale', 'fretboard.layout-neck'],
  ])
  expect(await missing(['einen halbton höher', 'pause', 'spur stummschalten'], '/songs', 'de')).toEqual([
    ...['practice.transpose-up', 'player.toggle-playing', 'player.mute-track'],
  ])
})

describe('fretwork run --search', () => {
  it('--search prints the palette’s entries in order in the requested language', async () => {
    const { code, out } = await fretwork('run', '--search', 'Schleife', '--language', 'de', '--limit', '2')
    expect(code).toBe(0)
    const lines = out.trimEnd().split('\n')
    expect([lines.length, lines[0]]).toEqual([2, 'Loop ein-/ausschalten  (Üben)  practice.toggle-loop'])
  })

  it('--search prints JSON including command arguments', async () => {
    const { out } = await fretwork('run', '--search', 'a minor', '--limit', '1', '--json')
    expect(recordsIn(out)).toMatchObject([
      { id: 'fretboard.set-scale', kind: 'value', args: { tonic: 'A', scale: 'Minor' }, asks: false },
    ])
  })
})
