import { expect, it } from 'vitest'
import { definePlugin, provideFactory } from '../../../src/core/kernel/plugin.js'
import { createToken } from '../../../src/core/platform/token.js'
import { createTestKernel } from '../../../src/core/testing/test-kernel.js'
import { makePlugin } from './make-plugin.js'

const TUNER = createToken<{ readonly name: string }>('tuner.tuner')

async function followed(fails?: 'listener' | 'cleanup') {
  let made = 0
  const steps: string[] = []
  const tuner = makePlugin('tuner', { provides: [TUNER], activateOn: ['command:tuner.*'] }, () => ({
    providers: [provideFactory(TUNER, () => ({ name: `tuner ${++made}` }))],
  }))
  const neck = makePlugin('neck', { lazy: [TUNER] }, () => ({
    activate: ({ follow }) => {
      follow(TUNER, service => {
        steps.push(service ? `has ${service.name}` : 'has none')
        if (fails === 'listener' && service) throw new Error('no ear')
        return () => {
          steps.push(`leaves ${service?.name ?? 'none'}`)
          if (fails === 'cleanup') throw new Error('no end')
        }
      })
    },
  }))
  const kernel = await createTestKernel({ plugins: [tuner, neck] })
  await kernel.host.activate('neck')
  return { kernel, steps, tuner }
}

it('`follow` reports service changes without activating the service’s plugin', async () => {
  const { kernel, steps, tuner } = await followed()
  expect(steps).toEqual(['has none'])
  expect(kernel.host.state('tuner')?.status).toBe('registered')
  await kernel.host.activate('tuner')
  expect(steps.splice(0)).toEqual(['has none', 'leaves none', 'has tuner 1'])
  await kernel.host.replace(definePlugin({ ...tuner, version: '1.0.1' }))
  expect(steps.splice(0)).toEqual(['leaves tuner 1', 'has none', 'leaves none', 'has tuner 2'])
  await kernel.host.disable('tuner')
  expect(steps.splice(0)).toEqual(['leaves tuner 2', 'has none'])
  await kernel.host.enable('tuner')
  expect(steps.splice(0)).toEqual(['leaves none', 'has tuner 3'])
  await kernel.host.disable('neck')
  expect(steps.splice(0)).toEqual(['leaves tuner 3'])
  await kernel.host.disable('tuner')
  expect(steps).toEqual([])
  kernel.dispose()
})

it.each(['listener', 'cleanup'] as const)('a `follow` %s that throws stops neither plugin', async fails => {
  const { kernel, steps } = await followed(fails)
  await kernel.host.activate('tuner')
  await kernel.host.disable('tuner')
  expect([kernel.host.state('neck')?.status, steps.at(-1)]).toEqual(['active', 'has none'])
  kernel.dispose()
})

it('`follow` rejects a token that the manifest does not declare', async () => {
  const neck = makePlugin('neck', {}, () => ({ activate: ({ follow }) => follow(TUNER, () => undefined) }))
  const kernel = await createTestKernel({ plugins: [neck] })
  await expect(kernel.host.activate('neck')).rejects.toThrow('add it to requires, optional or lazy')
  kernel.dispose()
})

const lateTuner = () =>
  makePlugin('tuner', { provides: [TUNER], activateOn: ['command:tuner.*'] }, () => ({
    providers: [provideFactory(TUNER, () => ({ name: 'tuner' }))],
  }))

it('a late optional service restarts no plugin, but re-enabling it restarts the follower', async () => {
  const steps: string[] = []
  const neck = makePlugin('neck', { optional: [TUNER] }, () => ({
    activate: ({ follow, scope }) => {
      steps.push('starts')
      scope.onDispose(() => void steps.push('ends'))
      follow(TUNER, service => void steps.push(service ? 'has one' : 'has none'))
    },
  }))
  const kernel = await createTestKernel({ plugins: [lateTuner(), neck] })
  await kernel.host.activate('neck')
  await kernel.host.activate('tuner')
  expect(steps.splice(0)).toEqual(['starts', 'has none', 'has one'])
  // The plugin restarts because code that uses only `find` would miss the change.
  await kernel.host.disable('tuner')
  expect(steps.splice(0)).toEqual(['has none', 'ends', 'starts', 'has none'])
  await kernel.host.enable('tuner')
  expect(steps.at(-1)).toBe('has one')
  kernel.dispose()
})
