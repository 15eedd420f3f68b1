import { describe, expect, it } from 'vitest'
import { needsAllPlugins } from '../../src/app/plugins-wanted.js'

const at = (address: string, cookies = '') => {
  const { pathname, search } = new URL(address, 'https://fretwork.test')
  return needsAllPlugins({ pathname, search }, cookies)
}

describe('the plugins that a page starts with', () => {
  it.each(['/', '/login', '/register', '/password/reset#token', '/privacy'])(
    'the page %s loads the login only',
    address => expect(at(address, 'theme=dark')).toBe(false),
  )

  it.each(['/fretboard', '/people/42', '/no/such/page'])('the page %s loads all plugins', address =>
    expect(at(address)).toBe(true),
  )

  it('a login that returns to a plugin screen loads all plugins', () => {
    expect([at('/login?return=%2Fsongs'), at('/verification#token')]).toEqual([true, true])
  })

  it('the answer of a login provider loads all plugins, since its target may be a plugin screen', () => {
    expect([at('/login?code=1&state=2'), at('/login?error=access_denied&state=2')]).toEqual([true, true])
  })

  it.each([encodeURIComponent('{"jwt":"a.b.c"}'), '{"jwt":"a.b.c"}'])(
    'pages of logged-in users load all plugins: %s',
    value => expect(at('/login', `theme=dark; fretwork=${value}`)).toBe(true),
  )
})
