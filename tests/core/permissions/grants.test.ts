import { expect, it } from 'vitest'
import { type PluginContext, type PluginManifest, provideFactory } from '../../../src/core/kernel/plugin.js'
import { API, AUTH, EVENTS, STORAGE } from '../../../src/core/kernel/tokens.js'
import { codeOf } from '../../../src/core/platform/fretwork-error.js'
import { createExtensionPoint, createToken } from '../../../src/core/platform/token.js'
import { permissionSettings } from '../../../src/core/settings/core-settings.js'
import { createTestKernel } from '../../../src/core/testing/test-kernel.js'
import { makePlugin } from '../kernel/make-plugin.js'

const TUNER = createToken<{ readonly hz: number }>('tuner.pitch', { permission: 'midi-in' })
const SOURCES = createExtensionPoint<string>('tuner.sources', { permission: 'midi-in' })

const tuner = makePlugin(
  'tuner',
  { provides: [TUNER], extensionPoints: [SOURCES] },
  { providers: [provideFactory(TUNER, () => ({ hz: 440 }))] },
)

function asking(about: Partial<PluginManifest>) {
  const held: { context?: PluginContext } = {}
  const manifest = makePlugin(
    'drill',
    { optional: [TUNER], ...about },
    {
      activate: context => {
        held.context = context
      },
    },
  )
  const context = () => held.context as PluginContext
  return { manifest, context }
}

const codeFrom = (use: () => unknown): string | undefined => {
  try {
    use()
    return undefined
  } catch (error) {
    return codeOf(error)
  }
}

it('a plugin gets only the services covered by its permissions', async () => {
  const { manifest, context } = asking({ permissions: { 'midi-in': 'Listens to the pitch.' } })
  await createTestKernel({ plugins: [tuner, manifest] })
  const { get, extend } = context()
  expect(get(TUNER).hz).toBe(440)
  expect(get(EVENTS)).toBeDefined()
  extend(SOURCES, 'string 6')
  for (const token of [AUTH, API, STORAGE])
    expect(codeFrom(() => get<unknown>(token))).toBe('permission_undeclared')
})

it('a plugin with an empty permission list gets no protected services', async () => {
  const { manifest, context } = asking({ permissions: {}, optional: [] })
  await createTestKernel({ plugins: [tuner, manifest] })
  expect(codeFrom(() => context().extend(SOURCES, 'string 6'))).toBe('permission_undeclared')
  expect(codeFrom(() => context().get(AUTH))).toBe('permission_undeclared')
  // Creating a new token with the same ID does not bypass the permission.
  expect(codeFrom(() => context().get(createToken('core.auth')))).toBe('permission_undeclared')
})

it('a plugin without a permission list keeps all services', async () => {
  const { manifest, context } = asking({})
  await createTestKernel({ plugins: [tuner, manifest] })
  expect(context().get(AUTH)).toBeDefined()
})

it('a plugin that requires a service without its permission fails with an explanation', async () => {
  const { manifest } = asking({ permissions: {} })
  const kernel = await createTestKernel({ plugins: [tuner, manifest] })
  expect(kernel.host.state('drill')).toMatchObject({
    ...{ status: 'failed', code: 'permission_undeclared' },
    reason:
      '"drill" uses "tuner.pitch", which needs the permission "midi-in"; add it to permissions, with a reason.',
  })
})

const wanting = () =>
  asking({
    runs: 'apart',
    permissions: {
      'midi-in': 'Listens to the pitch.',
      network: { hosts: ['a.example.org'], reason: 'Looks up tunings.' },
    },
  })

it('a sandboxed plugin waits until the user answers and then gets the allowed services', async () => {
  const { manifest, context } = wanting()
  const kernel = await createTestKernel({ plugins: [tuner, manifest] })
  expect(kernel.host.state('drill')).toMatchObject({ status: 'disabled', code: 'permission_needed' })
  expect(kernel.host.grants.unanswered(manifest)).toEqual(['midi-in', 'network:a.example.org'])

  kernel.host.grants.answer(manifest, ['midi-in'])
  await kernel.host.enable('drill')
  expect([kernel.host.state('drill')?.status, context().get(TUNER).hz]).toEqual(['active', 440])
  expect(kernel.host.grants.granted(manifest)).toEqual(['midi-in'])
})

it('revoking a permission takes effect immediately', async () => {
  const { manifest, context } = wanting()
  const kernel = await createTestKernel({ plugins: [tuner, manifest] })
  kernel.host.grants.answer(manifest, ['midi-in', 'network:a.example.org'])
  await kernel.host.enable('drill')
  const before = context()
  kernel.host.grants.answer(manifest, [])
  expect(codeFrom(() => before.get(TUNER))).toBe('permission_refused')
  expect(before.find(TUNER)).toBeUndefined()
  await kernel.host.enable('drill')
  expect(codeFrom(() => context().get(TUNER))).toBe('permission_refused')
})

it('a denied service is undefined in `find` and `follow`', async () => {
  const { manifest, context } = wanting()
  const kernel = await createTestKernel({ plugins: [tuner, manifest] })
  kernel.host.grants.answer(manifest, ['network:a.example.org'])
  await kernel.host.enable('drill')
  const followed: unknown[] = []
  context().follow(TUNER, service => void followed.push(service))
  expect([context().find(TUNER), followed]).toEqual([undefined, [undefined]])
  // Services that the manifest does not declare still throw an error.
  expect(codeFrom(() => context().find(AUTH))).toBe('permission_undeclared')

  kernel.host.grants.answer(manifest, ['midi-in'])
  await kernel.host.enable('drill')
  expect(context().find(TUNER)?.hz).toBe(440)
  context().follow(TUNER, service => void followed.push(service?.hz))
  expect(followed).toEqual([undefined, 440])
})

it('a new version asks for its additional permissions and keeps earlier answers', async () => {
  const { manifest } = wanting()
  const kernel = await createTestKernel({ plugins: [tuner, manifest] })
  kernel.host.grants.answer(manifest, ['midi-in', 'network:a.example.org'])
  await kernel.host.enable('drill')
  const next = { ...wanting().manifest, permissions: { ...manifest.permissions, account: 'Greets you.' } }
  await kernel.host.replace(next)
  expect(kernel.host.state('drill')).toMatchObject({ status: 'disabled', code: 'permission_needed' })
  expect(kernel.host.grants.unanswered(next)).toEqual(['account'])
})

it('a sandboxed plugin without permissions starts immediately and gets no services', async () => {
  const { manifest, context } = asking({ runs: 'apart', optional: [] })
  const kernel = await createTestKernel({ plugins: [tuner, manifest] })
  expect(kernel.host.state('drill')?.status).toBe('active')
  expect(codeFrom(() => context().get(AUTH))).toBe('permission_undeclared')
})

it('a permission denied under a former plugin ID stays denied until the user allows it', async () => {
  const merged = makePlugin('merged', { formerly: ['old'], permissions: ['midi-in', 'account'] })
  const kernel = await createTestKernel({ plugins: [merged] })
  kernel.settings.store(permissionSettings).change({ refused: { old: ['midi-in'] } })
  const { grants } = kernel.host
  expect(grants.granted(merged)).toEqual(['account'])
  grants.answer(merged, ['midi-in', 'account'])
  expect(grants.granted(merged)).toEqual(['midi-in', 'account'])
})
