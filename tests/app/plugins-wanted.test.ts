import { describe, expect, it } from 'vitest'
import { needsAllPlugins } from '../../src/app/plugins-wanted.js'

const at = (address: string, cookies = '') => {
  const { pathname, search } = new URL(address, 'https://fretwork.test')
  return needsAllPlugins({ pathname, search }, cookies)
}

describe('the plugins that a page starts with', () => {
  it.each(['/', '/login', '/register', '/password/reset#token', '/privacy'])(
    'are only those of the login at %s',
    address => expect(at(address, 'theme=dark')).toBe(false),
  )

  it.each(['/fretboard', '/people/42', '/no/such/page'])('are all at %s', address =>
    expect(at(address)).toBe(true),
  )

  it('are all where a login is to lead back to one of their screens', () => {
    expect([at('/login?return=%2Fsongs'), at('/verification#token')]).toEqual([true, true])
  })

  it('are all where a provider answers: the tab remembers where that login leads back to', () => {
    expect([at('/login?code=1&state=2'), at('/login?error=access_denied&state=2')]).toEqual([true, true])
  })

  it.each([encodeURIComponent('{"jwt":"a.b.c"}'), '{"jwt":"a.b.c"}'])(
    'are all for those who are logged in: %s',
    value => expect(at('/login', `theme=dark; fretwork=${value}`)).toBe(true),
  )
})
