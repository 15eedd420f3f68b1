import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { listPlace, readAllowList } from '../../../server/plugins/operator-list.js'
import { scratchFolder } from './web-host.js'

const folder = scratchFolder()
afterAll(() => folder.remove())

const INTEGRITY = `sha256-${'A'.repeat(43)}=`
const MANIFEST = 'https://plugins.example/drone/plugin.json'

function read(content: unknown) {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  folder.write({ 'plugins.json': text })
  return readAllowList({ path: join(folder.path, 'plugins.json'), named: true })
}

describe('the allow-list', () => {
  it('is in the state folder unless the configuration names another file', () => {
    expect(listPlace({ home: '/state' })).toEqual({ path: '/state/plugins.json', named: false })
    expect(listPlace({ home: '/state', plugins: '/etc/p.json' })).toEqual({
      path: '/etc/p.json',
      named: true,
    })
  })

  it('is empty if the file does not exist, unless it was configured', () => {
    const path = join(folder.path, 'nowhere.json')
    expect(readAllowList({ path, named: false })).toEqual([])
    expect(() => readAllowList({ path, named: true })).toThrow('set FRETWORK_PLUGINS to an existing file')
  })

  it('takes addresses with their hash, for all tenants or some, and users with a feature', () => {
    const entry = { manifest: MANIFEST, integrity: INTEGRITY, tenants: ['studio'], feature: 'Enterprise' }
    expect(read([entry, { manifest: 'http://127.0.0.1:1/plugin.json', integrity: INTEGRITY }])[0]).toEqual(
      entry,
    )
  })

  it('takes folders and files on this machine, counted from its own folder, without a hash', () => {
    expect(read([{ manifest: 'drone' }, { manifest: '../x/plugin.json' }, { manifest: '/srv/p' }])).toEqual([
      { manifest: join(folder.path, 'drone/plugin.json') },
      { manifest: join(folder.path, '../x/plugin.json') },
      { manifest: '/srv/p/plugin.json' },
    ])
  })

  const of = (manifest: string, more: object = { integrity: INTEGRITY }) => [{ manifest, ...more }]
  it.each<[string, unknown]>([
    ['an address without a hash', of(MANIFEST, {})],
    ['a hash that is none', of(MANIFEST, { integrity: 'sha256-abc' })],
    ['a hash that is broken by design', of(MANIFEST, { integrity: `md5-${'A'.repeat(22)}==` })],
    ['http to another machine', of('http://plugins.example/p.json')],
    ['http to a name that only looks like loopback', of('http://127.0.0.1.nip.example/p.json')],
    ['another protocol', of('ftp://plugins.example/p.json')],
    ['file: as an address', of('file:///etc/passwd')],
    ['a password in the address', of('https://me:secret@plugins.example/p.json')],
    ['an address that is none', of('https://')],
    ['a word too much', of('drone', { integrty: INTEGRITY })],
    ['a tenant that cannot be', of('drone', { tenants: ['Studio!'] })],
    ['a watched address', of(MANIFEST, { integrity: INTEGRITY, watch: true })],
    ['a watched folder with a hash', of('drone', { integrity: INTEGRITY, watch: true })],
    ['no list', { manifest: 'drone' }],
    ['no JSON', '[{'],
  ])('refuses %s, and the server does not start over it', (_what, content) => {
    expect(() => read(content)).toThrow(expect.objectContaining({ code: 'plugins_invalid' }))
    expect(() => read(content)).toThrow(join(folder.path, 'plugins.json'))
    expect(() => read(content)).not.toThrow('secret')
  })
})
