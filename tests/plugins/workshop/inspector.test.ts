import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createEvent } from '../../../src/core/events/event-bus.js'
import { provideFactory } from '../../../src/core/kernel/manifest/plugin.js'
import { createToken } from '../../../src/core/platform/services/token.js'
import { expectNoLeaks, type TestKernel } from '../../../src/core/testing/test-kernel.js'
import { type InspectorEntry, startInspector } from '../../../src/plugins/workshop/inspector/inspector.js'
import { kernelWith, makePlugin } from '../../core/kernel/make-plugin.js'

class Strings {
  readonly tuned: number[] = []
  readonly label = () => 'six strings'
  get count(): number {
    return 6
  }
  tune(string: number): number {
    this.check(string)
    this.tuned.push(string)
    return string
  }
  check(string: number): void {
    if (string > this.count) throw new RangeError('There are six strings.')
  }
  async ring(): Promise<string> {
    await Promise.resolve()
    return 'ringing'
  }
  async snap(): Promise<never> {
    throw new Error('A string snapped.')
  }
}

const STRINGS = createToken<Strings>('neck.strings')
const SAME = createToken<Strings>('neck.same')
const FROZEN = createToken<{ readonly hold: () => string }>('neck.frozen')
const plucked = createEvent<{ string: number }>('neck.plucked')
const heard = createEvent<number>('somewhere.heard')

const neck = () =>
  makePlugin(
    'neck',
    {
      provides: [STRINGS, SAME, FROZEN],
      contributes: {
        commands: [
          { id: 'neck.tune', title: 'Tune', args: z.object({ string: z.number() }) },
          { id: 'neck.snap', title: 'Snap' },
        ],
      },
    },
    () => {
      const strings = new Strings()
      return {
        providers: [
          provideFactory(STRINGS, () => strings),
          provideFactory(SAME, () => strings),
          provideFactory(FROZEN, () => Object.freeze({ hold: () => 'held' })),
        ],
        commands: {
          'neck.tune': ({ get }, { string }: { string: number }) => get(STRINGS).tune(string),
          'neck.snap': ({ get }) => get(STRINGS).snap(),
        },
      }
    },
  )

const inspected = ({
  events,
  commands,
  host,
  platform,
}: TestKernel): Parameters<typeof startInspector>[0] => ({
  events,
  commands,
  host,
  clock: platform.clock,
})

function watch(kernel: TestKernel, also: (entry: InspectorEntry) => void = () => undefined) {
  const entries: InspectorEntry[] = []
  const inspector = startInspector(inspected(kernel), entry => {
    entries.push(entry)
    also(entry)
  })
  return { entries, inspector }
}

const names = (entries: readonly InspectorEntry[]) => entries.map(({ kind, name }) => `${kind} ${name}`)

describe('the inspector', () => {
  it('reports events with their payload and their plugin', async () => {
    const kernel = await kernelWith([neck()])
    const { entries } = watch(kernel)
    await kernel.platform.clock.advance(7)
    kernel.events.emit(plucked, { string: 1 })
    kernel.events.emit(heard, 440)
    expect(entries).toMatchObject([
      { at: 7, kind: 'event', name: 'neck.plucked', plugin: 'neck', detail: { string: 1 }, ms: 0 },
      { at: 7, kind: 'event', name: 'somewhere.heard', plugin: undefined, detail: 440 },
    ])
  })

  it('reports an event that a listener of another event emits', async () => {
    const kernel = await kernelWith([neck()])
    kernel.events.on(plucked, ({ string }) => kernel.events.emit(heard, string))
    const { entries } = watch(kernel)
    kernel.events.emit(plucked, { string: 2 })
    expect(names(entries)).toEqual(['event somewhere.heard', 'event neck.plucked'])
  })

  it('reports commands and the services that they call, with their arguments', async () => {
    const kernel = await kernelWith([neck()])
    const { entries } = watch(kernel)
    expect(await kernel.commands.execute('neck.tune', { string: 3 })).toEqual({ ok: true, value: 3 })
    expect(entries).toMatchObject([
      { kind: 'service', name: 'neck.strings.tune', plugin: 'neck', detail: [3] },
      { kind: 'command', name: 'neck.tune', plugin: 'neck', detail: { string: 3 } },
    ])
    expect(entries.every(({ error }) => error === undefined)).toBe(true)
  })

  it('reports what was thrown, at once or later', async () => {
    const kernel = await kernelWith([neck()])
    const { entries } = watch(kernel)
    expect(() => kernel.get(STRINGS).tune(7)).toThrow('There are six strings.')
    await kernel.commands.execute('neck.snap')
    await kernel.commands.execute('neck.nothing')
    const failed = entries.filter(({ error }) => error !== undefined)
    expect(names(failed)).toEqual([
      'service neck.strings.tune',
      'service neck.strings.snap',
      'command neck.snap',
      'command neck.nothing',
    ])
  })

  it('measures what is waited for until it is over', async () => {
    const kernel = await kernelWith([
      makePlugin(
        'slow',
        { contributes: { commands: [{ id: 'slow.go', title: 'Go' }] } },
        {
          commands: { 'slow.go': () => new Promise(done => kernel.platform.clock.after(30, () => done(1))) },
        },
      ),
    ])
    const { entries } = watch(kernel)
    await kernel.host.activate('slow')
    const running = kernel.commands.attempt('slow.go')
    await expect.poll(() => kernel.platform.clock.pending).toBe(1)
    await kernel.platform.clock.advance(30)
    await running
    expect(entries).toMatchObject([{ kind: 'command', name: 'slow.go', ms: 30 }])
  })

  it('does not tell what a service calls of its own, nor what looking at an entry sets off', async () => {
    const kernel = await kernelWith([neck()])
    const { entries } = watch(kernel, () => {
      kernel.events.emit(heard, 1)
      kernel.get(STRINGS).label()
    })
    kernel.get(STRINGS).tune(1)
    expect(names(entries)).toEqual(['service neck.strings.tune'])
  })

  it('follows services that come and go with their plugins', async () => {
    const kernel = await kernelWith([])
    const { entries, inspector } = watch(kernel)
    kernel.host.add(neck())
    await kernel.host.activate('neck')
    const first = kernel.get(STRINGS)
    first.label()
    await kernel.host.disable('neck')
    first.label()
    await kernel.host.enable('neck')
    kernel.get(STRINGS).label()
    const calls = entries.filter(({ kind }) => kind === 'service')
    expect(names(calls)).toEqual(['service neck.strings.label', 'service neck.strings.label'])
    inspector.dispose()
    expectNoLeaks(kernel)
  })

  it('restores everything when it ends, and reports nothing more', async () => {
    const kernel = await kernelWith([neck()])
    const patched = [kernel.events, kernel.commands, kernel.get(STRINGS), kernel.get(FROZEN)]
    const shapes = () => patched.map(object => Object.getOwnPropertyDescriptors(object))
    const methods = () => [
      kernel.events.emit,
      kernel.commands.attempt,
      kernel.get(STRINGS).tune,
      kernel.get(STRINGS).label,
    ]
    const [shapesBefore, methodsBefore] = [shapes(), methods()]

    const { entries, inspector } = watch(kernel)
    expect(methods().filter(method => methodsBefore.includes(method))).toEqual([])
    inspector.dispose()
    inspector.dispose()

    expect(methods().every((method, index) => method === methodsBefore[index])).toBe(true)
    expect(shapes()).toEqual(shapesBefore)
    kernel.events.emit(plucked, { string: 1 })
    await kernel.commands.attempt('neck.tune', { string: 1 })
    expect(entries).toEqual([])
  })

  it('may be started twice; each ends for itself', async () => {
    const kernel = await kernelWith([neck()])
    const { emit } = kernel.events
    const first = watch(kernel)
    const second = watch(kernel)
    kernel.events.emit(heard, 1)
    second.inspector.dispose()
    kernel.events.emit(heard, 2)
    first.inspector.dispose()
    expect([first.entries.length, second.entries.length]).toEqual([2, 1])
    expect(kernel.events.emit).toBe(emit)
  })
})
