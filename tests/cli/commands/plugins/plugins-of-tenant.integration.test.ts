import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { hashOf, packageFiles, scratchFolder, webHost } from '../../../server/plugins/web-host.js'
import { serverForFile } from '../../../server/support/test-app.js'
import { fretwork } from '../../run-program.js'
import { administering } from '../command-world.js'

const { db, server } = await serverForFile()
administering(db.url)
const folder = scratchFolder()
afterAll(() => folder.remove())
await server.addUser('ada@example.org')
const { jwt } = await server.logIn('ada@example.org')

const plugins = (command: string, ...words: string[]) =>
  fretwork('plugins', command, ...words, '--tenant', 'fretwork')
async function offered() {
  server.clock.now += 1001
  const { plugins } = (await server.send('/account/api/v1/plugins/', { jwt })).json()
  return plugins.map(({ manifest, runs }: { manifest: { version: string }; runs: string }) => [
    manifest.version,
    runs,
  ])
}

describe('tenant plugins', () => {
  it('a plugin can be installed from a folder, updated with its settings, and removed', async () => {
    folder.write(packageFiles(), 'drone')
    const place = join(folder.path, 'drone')
    expect(await plugins('install', place)).toMatchObject({
      code: 3,
      err: expect.stringContaining('Nothing was installed'),
    })
    expect(await plugins('install', place, '--yes', '--runs', 'page')).toMatchObject({ code: 0, err: '' })
    expect(await offered()).toEqual([['1.0.0', 'page']])
    folder.write(packageFiles({ version: '1.1.0' }), 'drone')
    expect((await plugins('install', place, '--yes')).code).toBe(0)
    expect(await offered()).toEqual([['1.1.0', 'page']])
    expect((await plugins('list')).out).toContain('drone')
    expect((await plugins('remove', 'drone')).out).toBe('Removed "drone" from "fretwork".\n')
    expect(await offered()).toEqual([])
    expect((await plugins('remove', 'drone')).code).toBe(4)
  })

  it('a plugin from a URL requires a matching hash', async () => {
    const files = packageFiles({ version: '2.0.0' })
    const host = await webHost(files)
    const url = `${host.url}/plugin.json`
    expect((await plugins('install', url, '--yes')).err).toContain('--integrity')
    const wrong = hashOf({ 'plugin.json': 'another' })
    expect((await plugins('install', url, '--yes', '--integrity', wrong)).err).toContain('The hash of')
    expect((await plugins('install', url, '--yes', '--integrity', hashOf(files))).code).toBe(0)
    await host.end()
    expect(await offered()).toEqual([['2.0.0', 'apart']])
  })
})
