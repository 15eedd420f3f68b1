import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { followExternalPlugins } from '../../../src/app/external/external-plugins.js'
import type { ExternalPlugin, PluginJson } from '../../../src/core/api/external-plugins.js'
import { memoryPlatform } from '../../../src/core/platform/memory-platform.js'
import { createTestKernel } from '../../../src/core/testing/test-kernel.js'
import { cookieOf, goodServer, tokenOf } from '../../core/auth/session.js'
import { fakeTransport, ok } from '../../core/http/fake-transport.js'

const HASH = `sha256-${'A'.repeat(43)}=`

const tapper = (more: Partial<PluginJson> = {}): PluginJson => ({
  ...{ id: 'tapper', version: '1.0.0', engine: '^1.0.0', title: 'Tapper' },
  ...{ runsIn: ['browser'], entry: 'index.js', integrity: HASH },
  contributes: { commands: [{ id: 'tapper.tap', title: 'Tap' }] },
  activateOn: ['startup'],
  ...more,
})

const build = (number: number, manifest = tapper()): ExternalPlugin => ({
  ...{ manifest, base: `/external/${number}/`, origin: 'dist/plugin.json', runs: 'page' },
})

/** A page with someone logged in; what the server lists is `listing`, which a test changes. */
async function page(plugins: readonly ExternalPlugin[], watched?: boolean) {
  const listing = { plugins, refused: [] as never[], watched, status: 200 }
  const auth = goodServer({ '': () => ({ ...ok(listing), status: listing.status }) })
  const { transport, sent } = fakeTransport(auth)
  const platform = memoryPlatform({ cookies: { fretwork: cookieOf(tokenOf()) } })
  const kernel = await createTestKernel({ platform, transport })
  onTestFinished(() => kernel.dispose())
  followExternalPlugins(kernel, 'https://neck.example', {
    fetch: async () => new Response('', { status: 200 }),
    importModule: async address => ({ default: { commands: { 'tapper.tap': () => address } } }),
    addStyle: () => undefined,
  })
  const asked = () => sent.filter(({ url }) => url.includes('/account/api/v1/plugins/')).length
  const second = () => platform.clock.advance(1000)
  const answers = async (address: string) => {
    const expected = { ok: true, value: `https://neck.example${address}index.js` }
    await vi.waitFor(async () => expect(await kernel.commands.execute('tapper.tap', {})).toEqual(expected))
  }
  return { kernel, platform, listing, asked, second, answers }
}

/** The page of a server that watches its plugins, once it has asked for the first build. */
async function developed() {
  const opened = await page([build(1)], true)
  await opened.answers('/external/1/')
  await vi.waitFor(() => expect(opened.platform.clock.pending).toBeGreaterThan(0))
  return opened
}

describe('a plugin that is being developed', () => {
  it('replaces itself when it was built again, and keeps running', async () => {
    const { kernel, listing, second, answers } = await developed()
    listing.plugins = [build(2, tapper({ title: 'Better tapper' }))]
    await second()
    await answers('/external/2/')
    expect(kernel.host.state('tapper')).toMatchObject({ status: 'active', title: 'Better tapper' })
  })

  it('stays as it is while the server refuses half of a build, or cannot be reached', async () => {
    const { kernel, listing, second, asked, answers } = await developed()
    listing.plugins = []
    await second()
    await vi.waitFor(() => expect(asked()).toBe(2))
    listing.status = 500
    await second()
    await vi.waitFor(() => expect(asked()).toBe(3))
    await answers('/external/1/')
    expect(kernel.host.state('tapper')?.status).toBe('active')
  })

  it('is not replaced by a build whose manifest is wrong, and by the next that is right', async () => {
    const { listing, second, answers, platform } = await developed()
    const odd = { type: 'object', properties: { a: { not: {} } } }
    const commands = [{ id: 'tapper.tap', title: 'Tap', args: odd }]
    listing.plugins = [build(2, tapper({ contributes: { commands } }))]
    await second()
    const message = expect.stringContaining('tapper was built again, but cannot replace itself')
    const error = expect.objectContaining({ level: 'error', message })
    await vi.waitFor(() => expect(platform.logged).toContainEqual(error))
    await answers('/external/1/')
    listing.plugins = [build(3)]
    await second()
    await answers('/external/3/')
  })

  it('is not requested by any page after the logout', async () => {
    const { kernel, second, asked } = await developed()
    await second()
    await vi.waitFor(() => expect(asked()).toBe(2))
    await kernel.auth.logout()
    await vi.waitFor(() => expect(kernel.host.state('tapper')).toBeUndefined())
    await second()
    expect(asked()).toBe(2)
  })

  it('is asked about by no page whose server watches nothing', async () => {
    const { second, asked, answers } = await page([build(1)])
    await answers('/external/1/')
    await second()
    await second()
    expect(asked()).toBe(1)
  })
})
