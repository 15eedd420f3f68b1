// Effects of plugins between the synthesizer and the volume, and taps of what is heard.
import { expect, it } from 'vitest'
import { settle } from '../../../src/core/platform/memory-platform.js'
import { createStore } from '../../../src/core/platform/store.js'
import { createEffectRack } from '../../../src/plugins/sound/effect-rack.js'
import type { SoundEffect, SoundNode, SoundTap } from '../../../src/plugins/sound/tokens.js'

class FakeNode implements SoundNode {
  readonly to = new Set<FakeNode>()
  constructor(readonly name = '') {}
  connect(node: SoundNode): void {
    this.to.add(node as FakeNode)
  }
  disconnect(): void {
    this.to.clear()
  }
}

class FakeGain extends FakeNode {
  readonly gain = {
    value: 1,
    setTargetAtTime(value: number) {
      this.value = value
    },
  }
}

function makeRack() {
  const timers: (() => void)[] = []
  const rack = createEffectRack({
    context: { currentTime: 0, createGain: () => new FakeGain() },
    after: (_ms, run) => timers.push(run),
  })
  const failed: string[] = []
  const set = (effects: readonly SoundEffect[], taps: readonly SoundTap[] = []) => {
    rack.set({
      effects,
      taps,
      onFailed: ({ id }, thrown) => failed.push(`${id}: ${(thrown as Error).message}`),
    })
    return settle()
  }
  /** The names of the effects through which the sound reaches the volume, by all ways that are open. */
  const ways = () => {
    const found: string[] = []
    const walk = (node: FakeNode, way: readonly string[]) => {
      if (node instanceof FakeGain && node.gain.value === 0) return
      const here = node.name ? [...way, node.name] : way
      if ((node as unknown) === rack.output) found.push(here.join(' '))
      else for (const next of node.to) walk(next, here)
    }
    walk(rack.input as unknown as FakeNode, [])
    return found
  }
  const runTimers = () => {
    for (const run of timers.splice(0)) run()
  }
  return { rack, set, ways, failed, runTimers }
}

function effect(id: string, more: Partial<SoundEffect> = {}): SoundEffect & { disposed: () => number } {
  let disposed = 0
  return {
    id,
    create() {
      const node = new FakeNode(id)
      return { input: node, output: node, dispose: () => void disposed++ }
    },
    ...more,
    disposed: () => disposed,
  }
}

it('without effects the sound goes straight to the volume', () => {
  expect(makeRack().ways()).toEqual([''])
})

it('effects are in the order of their order, whenever they were added', async () => {
  const { set, ways } = makeRack()
  const [late, early, middle] = [
    effect('late', { order: 1 }),
    effect('early', { order: -1 }),
    effect('middle'),
  ]
  await set([late])
  await set([late, early, middle])
  expect(ways()).toEqual(['early middle late'])
})

it('an effect that is switched off is passed by, and keeps its nodes', async () => {
  const { set, ways } = makeRack()
  const on = createStore(false)
  const reverb = effect('reverb', { on })
  await set([effect('delay'), reverb])
  expect(ways()).toEqual(['delay'])
  on.setState(true, true)
  expect(ways()).toEqual(['delay reverb'])
  on.setState(false, true)
  expect(ways()).toEqual(['delay'])
  expect(reverb.disposed()).toBe(0)
})

it('an effect that is removed fades out before its nodes are disconnected and disposed of', async () => {
  const { set, ways, runTimers } = makeRack()
  const reverb = effect('reverb')
  await set([reverb, effect('delay', { order: 1 })].slice(0, 1))
  await set([])
  expect(ways()).toEqual([''])
  expect(reverb.disposed()).toBe(0)
  runTimers()
  expect(reverb.disposed()).toBe(1)
  expect(ways()).toEqual([''])
})

it('an effect may take its time, and is not put in once it is gone', async () => {
  const { set, ways } = makeRack()
  const { promise, resolve } = deferred<void>()
  const slow = effect('slow')
  const create = async (context: never) => {
    await promise
    return effect('slow').create(context)
  }
  const worklet = { ...slow, create }
  await set([worklet])
  expect(ways()).toEqual([''])
  await set([])
  resolve()
  await settle()
  expect(ways()).toEqual([''])
  await set([worklet])
  expect(ways()).toEqual(['slow'])
})

it.each([
  [
    'throws',
    () => {
      throw new Error('no worklet')
    },
    'no worklet',
  ],
  ['returns no nodes', () => ({}) as never, 'has made no audio nodes'],
])('an effect that %s is reported, and the sound goes on', async (_what, create, reason) => {
  const { set, ways, failed } = makeRack()
  await set([effect('broken', { create }), effect('delay')])
  expect(ways()).toEqual(['delay'])
  expect(failed).toEqual([expect.stringContaining(reason)])
})

it('taps get what is heard, and change nothing', async () => {
  const { rack, set, ways, failed } = makeRack()
  const meter = new FakeNode('meter')
  let disposed = 0
  await set([], [{ id: 'meter', create: () => ({ input: meter, dispose: () => void disposed++ }) }])
  expect([...(rack.heard as unknown as FakeNode).to]).toEqual([meter])
  expect(ways()).toEqual([''])
  await set([], [])
  expect((rack.heard as unknown as FakeNode).to.size).toBe(0)
  expect(disposed).toBe(1)
  expect(failed).toEqual([])
})

it('disposes of all effects with the sound', async () => {
  const { rack, set } = makeRack()
  const reverb = effect('reverb')
  await set([reverb])
  rack.dispose()
  expect(reverb.disposed()).toBe(1)
})

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>(done => {
    resolve = done
  })
  return { promise, resolve }
}
