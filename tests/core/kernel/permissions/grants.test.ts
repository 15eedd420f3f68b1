import { describe, expect, it } from 'vitest'
import {
  type PluginContext,
  type PluginManifest,
  provideFactory,
} from '../../../../src/core/kernel/manifest/plugin.js'
import { API, AUTH, EVENTS, STORAGE } from '../../../../src/core/kernel/services/tokens.js'
import { codeOf } from '../../../../src/core/platform/fretwork-error.js'
import { createExtensionPoint, createToken } from '../../../../src/core/platform/services/token.js'
import { createTestKernel } from '../../../../src/core/testing/test-kernel.js'
import { makePlugin } from '../make-plugin.js'

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

describe('a plugin', () => {
  it('gets what its permissions cover, and nothing else', async () => {
    const { manifest, context } = asking({ permissions: { 'midi-in': 'Listens to the pitch.' } })
    await createTestKernel({ plugins: [tuner, manifest] })
    const { get, extend } = context()
    expect(get(TUNER).hz).toBe(440)
    expect(get(EVENTS)).toBeDefined()
    extend(SOURCES, 'string 6')
    for (const token of [AUTH, API, STORAGE])
      expect(codeFrom(() => get<unknown>(token))).toBe('permission_undeclared')
  })

  it('that names no permissions gets nothing that needs one, once it says that it knows of them', async () => {
    const { manifest, context } = asking({ permissions: {}, optional: [] })
    await createTestKernel({ plugins: [tuner, manifest] })
    expect(codeFrom(() => context().extend(SOURCES, 'string 6'))).toBe('permission_undeclared')
    expect(codeFrom(() => context().get(AUTH))).toBe('permission_undeclared')
    // A second token with the same id needs the same permission.
    expect(codeFrom(() => context().get(createToken('core.auth')))).toBe('permission_undeclared')
  })

  it('of before there were permissions runs as it did', async () => {
    const { manifest, context } = asking({})
    await createTestKernel({ plugins: [tuner, manifest] })
    expect(context().get(AUTH)).toBeDefined()
  })

  it('that declares a service whose permission it does not name is refused with a sentence', async () => {
    const { manifest } = asking({ permissions: {} })
    const kernel = await createTestKernel({ plugins: [tuner, manifest] })
    expect(kernel.host.state('drill')).toMatchObject({
      ...{ status: 'failed', code: 'permission_undeclared' },
      reason:
        '"drill" uses "tuner.pitch", which needs the permission "midi-in"; add it to permissions, with a reason.',
    })
  })
})

describe('a sandboxed plugin', () => {
  const wanting = () =>
    asking({
      runs: 'apart',
      permissions: {
        'midi-in': 'Listens to the pitch.',
        network: { hosts: ['a.example.org'], reason: 'Looks up tunings.' },
      },
    })

  it('waits until its user has answered, and then has what was allowed', async () => {
    const { manifest, context } = wanting()
    const kernel = await createTestKernel({ plugins: [tuner, manifest] })
    expect(kernel.host.state('drill')).toMatchObject({ status: 'disabled', code: 'permission_needed' })
    expect(kernel.host.grants.unanswered(manifest)).toEqual(['midi-in', 'network:a.example.org'])

    kernel.host.grants.answer(manifest, ['midi-in'])
    await kernel.host.enable('drill')
    expect([kernel.host.state('drill')?.status, context().get(TUNER).hz]).toEqual(['active', 440])
    expect(kernel.host.grants.granted(manifest)).toEqual(['midi-in'])
  })

  it('immediately loses a revoked permission', async () => {
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

  it('finds and follows what its user has refused as if it were not there', async () => {
    const { manifest, context } = wanting()
    const kernel = await createTestKernel({ plugins: [tuner, manifest] })
    kernel.host.grants.answer(manifest, ['network:a.example.org'])
    await kernel.host.enable('drill')
    const followed: unknown[] = []
    context().follow(TUNER, service => void followed.push(service))
    expect([context().find(TUNER), followed]).toEqual([undefined, [undefined]])
    // A mistake of its author is not hidden.
    expect(codeFrom(() => context().find(AUTH))).toBe('permission_undeclared')

    kernel.host.grants.answer(manifest, ['midi-in'])
    await kernel.host.enable('drill')
    expect(context().find(TUNER)?.hz).toBe(440)
    context().follow(TUNER, service => void followed.push(service?.hz))
    expect(followed).toEqual([undefined, 440])
  })

  it('is asked about again when a new version wants more, and keeps what it has', async () => {
    const { manifest } = wanting()
    const kernel = await createTestKernel({ plugins: [tuner, manifest] })
    kernel.host.grants.answer(manifest, ['midi-in', 'network:a.example.org'])
    await kernel.host.enable('drill')
    const next = { ...wanting().manifest, permissions: { ...manifest.permissions, account: 'Greets you.' } }
    await kernel.host.replace(next)
    expect(kernel.host.state('drill')).toMatchObject({ status: 'disabled', code: 'permission_needed' })
    expect(kernel.host.grants.unanswered(next)).toEqual(['account'])
  })

  it('that asks for nothing starts on its own, and has nothing', async () => {
    const { manifest, context } = asking({ runs: 'apart', optional: [] })
    const kernel = await createTestKernel({ plugins: [tuner, manifest] })
    expect(kernel.host.state('drill')?.status).toBe('active')
    expect(codeFrom(() => context().get(AUTH))).toBe('permission_undeclared')
  })
})
