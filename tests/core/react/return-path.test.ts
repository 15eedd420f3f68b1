import { expect, it } from 'vitest'
import { loginPath, safeReturnPath } from '../../../src/core/react/return-path.js'
import { makePlugin } from '../kernel/make-plugin.js'

const PLUGINS = [
  makePlugin('pages', {
    contributes: {
      routes: [
        { path: '/', title: 'Home', screen: 'Home' },
        { path: '/fretboard', title: 'Neck', screen: 'Neck', auth: true },
        { path: '/songs/:id', title: 'Song', screen: 'Song', auth: true },
      ],
    },
  }),
]

it.each(['/', '/fretboard', '/fretboard/', '/fretboard?scale=C%20Major&x=1', '/fretboard#neck', '/songs/7'])(
  'accepts %s as a return path',
  path => expect(safeReturnPath(path, PLUGINS)).toBe(path),
)

it.each([
  ['another site', '//evil.example'],
  ['another site after a backslash', '/\\evil.example'],
  ['another site after a tab', '/\t/evil.example'],
  ['another site after a line break', '/\n/evil.example'],
  ['an absolute address', 'https://evil.example/fretboard'],
  ['a script', 'javascript:alert(1)'],
  ['a relative path', 'fretboard'],
  ['a path without a screen', '/nowhere'],
  ['a path below a screen', '/fretboard/more'],
  ['a path without its parameter', '/songs/'],
  ['the content page', '/cms/'],
  ['a path with a null character', '/fretboard?\0'],
  ['an empty text', ''],
  ['null', null],
])('rejects %s as a return path', (_what, path) => expect(safeReturnPath(path, PLUGINS)).toBeUndefined())

it('the return path never leads to another site, even if a screen matches any path', () => {
  const anyPath = makePlugin('any', {
    contributes: { routes: [{ path: '/:page', title: 'Page', screen: 'Page' }] },
  })
  expect(safeReturnPath('/\\evil.example', [anyPath])).toBeUndefined()
  expect(safeReturnPath('/\t\\evil.example', [anyPath])).toBeUndefined()
  expect(safeReturnPath('/evil.example', [anyPath])).toBe('/evil.example')
})

it('the return path survives the round trip through the login URL', () => {
  const from = '/songs/7?at=1:30&loop=a b#bar-3'
  const { searchParams } = new URL(loginPath(from), 'https://fretwork.test')
  expect(safeReturnPath(searchParams.get('return'), PLUGINS)).toBe(from)
})
