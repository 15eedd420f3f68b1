// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { browserPlatform } from '../../src/app/platform/browser-platform.js'

const platform = browserPlatform()

beforeEach(() => localStorage.clear())

describe('browser platform', () => {
  it('browser storage saves text under a key', () => {
    expect(platform.storage.get('fretworkLayout')).toBeUndefined()
    platform.storage.set('fretworkLayout', '{}')
    expect(platform.storage.get('fretworkLayout')).toBe('{}')
    platform.storage.remove('fretworkLayout')
    expect(platform.storage.get('fretworkLayout')).toBeUndefined()
  })

  it('blocked browser storage reads as empty and throws on write', () => {
    vi.stubGlobal('localStorage', undefined)
    expect(platform.storage.get('fretworkLayout')).toBeUndefined()
    expect(() => platform.storage.remove('fretworkLayout')).not.toThrow()
    expect(() => platform.storage.set('fretworkLayout', '{}')).toThrow()
  })

  it('storage changes from other tabs are reported until disposal', () => {
    const heard: unknown[] = []
    const listening = platform.storage.onChange((key, value) => heard.push([key, value]))
    const change = (key: string | null, newValue: string | null) =>
      window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
    change('fretworkSession', 'loggedIn 1')
    change('fretworkSession', null)
    change(null, null)
    listening.dispose()
    change('fretworkSession', 'loggedOut 2')
    expect(heard).toEqual([
      ['fretworkSession', 'loggedIn 1'],
      ['fretworkSession', undefined],
    ])
  })

  it('a cookie stores JSON for 365 days, for this site only', () => {
    const written = vi.spyOn(document, 'cookie', 'set')
    const text = JSON.stringify({ jwt: 'a.b.c', refreshToken: 'ä=;,' })
    platform.cookies.set('fretwork', text, { days: 365 })
    expect(written.mock.calls[0]?.[0]).toMatch(/; Max-Age=31536000; Path=\/; SameSite=Strict$/)
    expect(platform.cookies.get('fretwork')).toBe(text)
    expect(platform.cookies.get('fret')).toBeUndefined()
    platform.cookies.remove('fretwork')
    expect(written.mock.lastCall?.[0]).toBe('fretwork=; Max-Age=0; Path=/; SameSite=Strict')
  })

  it('a cookie is read back after each write so that the write is complete when the call returns', () => {
    const order: string[] = []
    vi.spyOn(document, 'cookie', 'set').mockImplementation(() => void order.push('written'))
    vi.spyOn(document, 'cookie', 'get').mockImplementation(() => {
      order.push('read')
      return ''
    })
    platform.cookies.set('fretwork', '{}', { days: 365 })
    platform.cookies.remove('fretwork')
    expect(order).toEqual(['written', 'read', 'written', 'read'])
  })

  it('a locked task also runs without the Web Locks API', async () => {
    vi.stubGlobal('navigator', {})
    expect(await platform.locks.run('fretwork.refresh', async () => 'done')).toBe('done')
  })
})
