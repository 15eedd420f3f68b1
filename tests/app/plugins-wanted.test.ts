import { expect, it, onTestFinished } from 'vitest'
import { FOR_GUESTS, forGuests, needsAllPlugins } from '../../src/app/plugins-wanted.js'
import { resetCommandId } from '../../src/core/commands/settings-commands.js'
import { createTestKernel } from '../../src/core/testing/test-kernel.js'
import { PLUGINS } from '../../src/plugins/plugin-list.js'

const at = (address: string, cookies = '') => {
  const { pathname, search } = new URL(address, 'https://fretwork.test')
  return needsAllPlugins({ pathname, search }, cookies)
}

it.each(['/', '/login', '/register', '/password/reset#token', '/privacy'])(
  'the page %s loads only the login code',
  address => expect(at(address, 'theme=dark')).toBe(false),
)

it.each(['/fretboard', '/people/42', '/no/such/page'])('the page %s loads all plugins', address =>
  expect(at(address)).toBe(true),
)

it('a login that returns to a plugin screen loads all plugins', () => {
  expect([at('/login?return=%2Fsongs'), at('/verification#token')]).toEqual([true, true])
})

it('a login provider’s response loads all plugins because it may return to a plugin screen', () => {
  expect([at('/login?code=1&state=2'), at('/login?error=access_denied&state=2')]).toEqual([true, true])
})

it.each([encodeURIComponent('{"jwt":"a.b.c"}'), '{"jwt":"a.b.c"}'])(
  'with the session cookie %s, every page loads all plugins',
  value => expect(at('/login', `theme=dark; fretwork=${value}`)).toBe(true),
)

it('every plugin for guests exists', () => {
  const ids = PLUGINS.map(({ id }) => id)
  expect(FOR_GUESTS.filter(id => !ids.includes(id))).toEqual([])
})

it('guests can reset metronome and feedback settings, but not settings that require an account', async () => {
  const kernel = await createTestKernel({ plugins: forGuests(PLUGINS), guest: true })
  onTestFinished(() => kernel.dispose())
  const offered = ['metronome', 'judging', 'recording', 'trainers', 'progress', 'setlists', 'sync'].filter(
    section => ['practice', 'library'].some(id => kernel.commands.isEnabled(resetCommandId(id, section))),
  )
  expect(offered).toEqual(['metronome', 'judging'])
})
