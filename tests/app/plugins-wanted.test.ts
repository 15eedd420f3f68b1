import { describe, expect, it } from 'vitest'
import { needsAllPlugins } from '../../src/app/plugins-wanted.js'

const at = (address: string, cookies = '') => {
  const { pathname, search } = new URL(address, 'https://fretwork.test')
  return needsAllPlugins({ pathname, search }, cookies)
}

describe('the plugins that a page starts with', () => {
  it.each(['/', '/login', '/register', '/password/reset#token', '/privacy'])(
    'contain only the login at %s',
    address => expect(at(address, 'theme=dark')).toBe(false),
  )

  it.each(['/fretboard', '/people/42', '/no/such/page'])('are all at %s', address =>
    expect(at(address)).toBe(true),
  )

  it('contain all if a login leads back to one of their screens', () => {
    expect([at('/login?return=%2Fsongs'), at('/verification#token')]).toEqual([true, true])
  })

  it('contain all if a provider answers: the tab remembers the target of that login', () => {
    expect([at('/login?code=1&state=2'), at('/login?error=access_denied&state=2')]).toEqual([true, true])
  })

  it.each([encodeURIComponent('{"jwt":"a.b.c"}'), '{"jwt":"a.b.c"}'])(
    'contain all for logged-in users: %s',
    value => expect(at('/login', `theme=dark; fretwork=${value}`)).toBe(true),
  )
})
