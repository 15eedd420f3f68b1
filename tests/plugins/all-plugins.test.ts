import { describe, expect, it } from 'vitest'
import { memoryPlatform } from '../../src/core/platform/memory-platform.js'
import { createTestKernel, expectNoLeaks } from '../../src/core/testing/test-kernel.js'
import { PLUGINS } from '../../src/plugins/plugin-list.js'

describe('all plugins that ship with the application', () => {
  it.each(['browser', 'node'] as const)('fit together in the %s, and clash in nothing', async host => {
    const { host: plugins } = await createTestKernel({ plugins: PLUGINS, platform: memoryPlatform({ host }) })
    expect([plugins.report.problems, plugins.report.keyClashes]).toEqual([[], []])
    expect(plugins.manifests).toHaveLength(PLUGINS.length)
  })

  it('are what a kernel that does not check them takes them for', async () => {
    const checked = await createTestKernel({ plugins: PLUGINS })
    const trusting = await createTestKernel({ plugins: PLUGINS, check: undefined })
    expect(trusting.host.report).toEqual(checked.host.report)
  })

  it('bring their English with them: the page would wait a round trip for it', async () => {
    const waiting: string[] = []
    for (const { id, locales } of PLUGINS) {
      if (!locales?.en) continue
      let here = false
      void locales.en().then(() => {
        here = true
      })
      // What is imported here takes longer than a turn.
      await Promise.resolve()
      if (!here) waiting.push(id)
    }
    expect(waiting).toEqual([])
  })

  it('start, stop and start again one by one, and leave nothing behind', async () => {
    const kernel = await createTestKernel({ plugins: PLUGINS })
    const { commands, host } = kernel
    for (const { id } of host.manifests) await host.activate(id)
    for (const { id, locked } of host.manifests) {
      if (locked) continue
      await host.disable(id)
      expect(commands.all.getState().filter(({ source }) => source === id)).toEqual([])
      await host.enable(id)
    }
    for (const { id } of host.manifests) await host.activate(id)
    const states = Object.values(host.states.getState())
    expect(states.filter(({ status }) => status !== 'active')).toEqual([])
    expect(states.filter(({ leaks }) => leaks)).toEqual([])
    expectNoLeaks(kernel)
  })
})
