import { describe, expect, it } from 'vitest'
import {
  type PluginContext,
  type PluginManifest,
  provideFactory,
} from '../../../../src/core/kernel/manifest/plugin.js'
import { createToken } from '../../../../src/core/platform/services/token.js'
import { kernelWith, makePlugin, statuses } from '../make-plugin.js'

const [MIDI, NECK] = [createToken<object>('order.midi'), createToken<object>('order.neck')]
const SOUND = createToken<object>('order.sound')

function noting() {
  const found: Record<string, readonly string[]> = {}
  const plugin = (id: string, manifest: Partial<PluginManifest>) =>
    makePlugin(id, manifest, {
      providers: (manifest.provides ?? []).map(token => provideFactory(token, () => ({}))),
      activate: ({ find }) => {
        found[id] = (manifest.optional ?? []).filter(token => find(token)).map(token => token.id)
      },
    })
  return { found, plugin }
}

describe('an optional service', () => {
  it('is there where its provider waits for the same, whatever the order of the list', async () => {
    const { found, plugin } = noting()
    await kernelWith([
      plugin('page', { optional: [NECK, SOUND] }),
      plugin('neck', { provides: [NECK], optional: [SOUND] }),
      plugin('sound', { provides: [SOUND] }),
    ])
    expect(found).toEqual({ sound: [], neck: ['order.sound'], page: ['order.neck', 'order.sound'] })
  })

  it('is there for a plugin that is only started because another requires it', async () => {
    const { found, plugin } = noting()
    await kernelWith([
      plugin('page', { requires: [NECK] }),
      plugin('neck', { provides: [NECK], optional: [SOUND], activateOn: ['route:/never'] }),
      plugin('sound', { provides: [SOUND] }),
    ])
    expect(found.neck).toEqual(['order.sound'])
  })

  it('is there from the next time on that it is asked for where its provider starts later', async () => {
    const { found, plugin } = noting()
    let find: PluginContext['find'] | undefined
    const activate = (context: PluginContext) => {
      find = context.find
    }
    const asking = makePlugin('asking', { optional: [SOUND] }, { activate })
    const sound = plugin('sound', { provides: [SOUND], activateOn: ['route:/x'] })
    const kernel = await kernelWith([asking, plugin('page', { optional: [SOUND] }), sound])
    const seen: boolean[] = []
    kernel.host.states.subscribe(() => seen.push(find?.(SOUND) !== undefined))
    expect(sound.loads()).toBe(0)
    await kernel.host.trigger('route:/x')
    expect(found.page).toEqual([])
    expect(find?.(SOUND)).toBeDefined()
    expect(seen.at(-1)).toBe(true)
  })

  it('is missing for the first where plugins have each other optional, and all of them start', async () => {
    const { found, plugin } = noting()
    const kernel = await kernelWith([
      plugin('neck', { provides: [NECK], optional: [SOUND] }),
      plugin('sound', { provides: [SOUND], optional: [MIDI] }),
      plugin('midi', { provides: [MIDI], optional: [NECK] }),
      plugin('page', { requires: [SOUND], optional: [MIDI, NECK] }),
    ])
    expect(new Set(Object.values(statuses(kernel)))).toEqual(new Set(['active']))
    expect(found).toEqual({
      ...{ midi: [], sound: ['order.midi'], neck: ['order.sound'], page: ['order.midi', 'order.neck'] },
    })
  })

  it('is done without where its provider requires who has it optional', async () => {
    const { found, plugin } = noting()
    const kernel = await kernelWith([
      plugin('neck', { provides: [NECK], optional: [SOUND] }),
      plugin('sound', { provides: [SOUND], requires: [NECK] }),
    ])
    expect([statuses(kernel), found.neck]).toEqual([{ neck: 'active', sound: 'active' }, []])
  })

  it('is done without where its provider fails, which is tried once', async () => {
    const { found, plugin } = noting()
    const broken = makePlugin(
      'sound',
      { provides: [SOUND] },
      { activate: () => Promise.reject(new Error('No sound card.')) },
    )
    const kernel = await kernelWith([plugin('neck', { optional: [SOUND] }), broken])
    expect(statuses(kernel)).toMatchObject({ neck: 'active', sound: expect.stringContaining('failed') })
    expect(found.neck).toEqual([])
    expect(broken.loads()).toBe(1)
  })
})
