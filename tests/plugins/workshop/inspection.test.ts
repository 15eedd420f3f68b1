import { describe, expect, it } from 'vitest'
import { disposable } from '../../../src/core/platform/disposable.js'
import { memoryPlatform } from '../../../src/core/platform/memory-platform.js'
import {
  asPlain,
  entriesFile,
  entryFilter,
  entryJson,
  lineOf,
  pluginsIn,
} from '../../../src/plugins/workshop/entries.js'
import type { Entry, NumberedEntry } from '../../../src/plugins/workshop/inspection.js'
import { createInspection, MAX_ENTRIES } from '../../../src/plugins/workshop/inspection.js'

const event = (name: string, more: Partial<Entry> = {}): Entry => ({
  at: 1000,
  kind: 'event',
  name,
  detail: undefined,
  ...more,
})

function watched() {
  const { clock } = memoryPlatform()
  const seen: { tell: (entry: Entry) => void; watches: number } = { tell: () => undefined, watches: 0 }
  const inspection = createInspection({
    clock,
    watch: async onEntry => {
      seen.watches += 1
      seen.tell = onEntry
      return disposable(() => {
        seen.watches -= 1
      })
    },
  })
  const names = () => inspection.view.getState().entries.map(({ name }) => name)
  return { inspection, clock, seen, names, view: () => inspection.view.getState() }
}

describe('what the inspector keeps', () => {
  it('watches only while it runs', async () => {
    const { inspection, seen, view } = watched()
    expect(seen.watches).toBe(0)
    await inspection.start()
    await inspection.start()
    expect([seen.watches, view().running]).toEqual([1, true])
    inspection.stop()
    expect([seen.watches, view().running]).toEqual([0, false])
  })

  it('watches once, however quickly it is stopped and started again', async () => {
    const { inspection, seen } = watched()
    const first = inspection.start()
    inspection.stop()
    const second = inspection.start()
    await Promise.all([first, second])
    expect(seen.watches).toBe(1)
  })

  it('is off again when its code cannot be loaded, and says why', async () => {
    const { clock } = memoryPlatform()
    const inspection = createInspection({ clock, watch: () => Promise.reject(new Error('offline')) })
    await expect(inspection.start()).rejects.toThrow('offline')
    expect(inspection.view.getState().running).toBe(false)
  })

  it('publishes ten times per second, not once per entry', async () => {
    const { inspection, clock, seen } = watched()
    await inspection.start()
    let updates = 0
    inspection.view.subscribe(() => {
      updates += 1
    })
    for (let index = 0; index < 500; index += 1) seen.tell(event('midi-io.event'))
    expect(updates).toBe(0)
    await clock.advance(100)
    expect(updates).toBe(1)
    expect(inspection.view.getState().entries).toHaveLength(500)
  })

  it('keeps the newest thousand and counts those that were pushed out', async () => {
    const { inspection, clock, seen, view, names } = watched()
    await inspection.start()
    for (let index = 1; index <= 2 * MAX_ENTRIES + 7; index += 1) seen.tell(event(`e${index}`))
    await clock.advance(100)
    expect(view().total).toBe(2 * MAX_ENTRIES + 7)
    expect(names()).toHaveLength(MAX_ENTRIES)
    expect(names().at(-1)).toBe(`e${2 * MAX_ENTRIES + 7}`)
  })

  it('holds still on demand, and then shows all that has come', async () => {
    const { inspection, clock, seen, names } = watched()
    await inspection.start()
    seen.tell(event('before'))
    inspection.setPaused(true)
    seen.tell(event('meanwhile'))
    await clock.advance(200)
    expect(names()).toEqual(['before'])
    inspection.setPaused(false)
    expect(names()).toEqual(['before', 'meanwhile'])
  })

  it('forgets on demand, and shows after it has stopped what was seen', async () => {
    const { inspection, seen, names, view } = watched()
    await inspection.start()
    seen.tell(event('old'))
    inspection.clear()
    seen.tell(event('new'))
    inspection.stop()
    expect(names()).toEqual(['new'])
    expect(view().total).toBe(1)
  })

  it('leaves out the reading of stores unless it is wanted', async () => {
    const { inspection, seen, names } = watched()
    await inspection.start()
    seen.tell(event('neck.view.getState', { kind: 'service' }))
    inspection.setWithReads(true)
    seen.tell(event('neck.view.subscribe', { kind: 'service' }))
    inspection.stop()
    expect(names()).toEqual(['neck.view.subscribe'])
  })

  it('leaves no timer behind', async () => {
    const { inspection, clock, seen } = watched()
    await inspection.start()
    seen.tell(event('last'))
    inspection.dispose()
    expect([clock.pending, seen.watches]).toEqual([0, 0])
  })
})

describe('entries as text', () => {
  it('names circles, functions and depths in place of them', () => {
    const circle: Record<string, unknown> = {
      pluck: function pluck() {
        return 1
      },
      deep: { a: { b: { c: { d: 1 } } } },
    }
    circle.self = circle
    expect(asPlain(circle)).toEqual({
      pluck: '[function pluck]',
      deep: { a: { b: { c: '[Object]' } } },
      self: '[circular]',
    })
  })

  it('shortens long lists, and reads bytes, maps and errors', () => {
    expect(asPlain(Array.from({ length: 60 }, () => 1))).toHaveLength(51)
    expect(asPlain(new Uint8Array([144, 60]))).toEqual([144, 60])
    expect(asPlain(new Map([['a', 1]]))).toEqual([['a', 1]])
    expect(asPlain(new RangeError('fret 99'))).toBe('[RangeError: fret 99]')
  })

  it('makes one short line of any detail, the error first', () => {
    expect(lineOf(event('a', { detail: { note: 60 } }))).toBe('{"note":60}')
    expect(lineOf(event('a', { detail: ['x'], error: new Error('No strings.') }))).toBe('✕ No strings. ["x"]')
    expect(lineOf(event('a', { detail: 'long '.repeat(99) }))).toHaveLength(160)
  })

  it('exports what can be read back', () => {
    const entries: NumberedEntry[] = [{ ...event('midi-io.event', { plugin: 'midi-io', ms: 2 }), number: 1 }]
    const { name, text } = entriesFile(entries, new Date('2026-11-21T12:00:00Z'))
    expect(name).toBe('fretwork-inspector-2026-11-21T12-00-00.json')
    expect(JSON.parse(text).entries).toEqual([
      { at: 1000, kind: 'event', name: 'midi-io.event', plugin: 'midi-io', ms: 2, number: 1 },
    ])
    expect(JSON.parse(entryJson({ ...event('x', { error: new Error('torn') }), number: 2 })).error).toBe(
      'torn',
    )
  })
})

describe('the filter of the inspector', () => {
  const entries = [
    event('midi-io.event', { plugin: 'midi-io', detail: { name: 'C4' } }),
    event('fretboard.set-scale', { kind: 'command', plugin: 'fretboard' }),
    event('midi-io.output', { kind: 'service', plugin: 'midi-io', detail: 'send' }),
  ]
  const left = (filter: Parameters<typeof entryFilter>[0]) =>
    entries.filter(entryFilter(filter)).map(({ name }) => name)

  it('takes kind, plugin and words together', () => {
    expect(left({ text: '' })).toHaveLength(3)
    expect(left({ kind: 'command', text: '' })).toEqual(['fretboard.set-scale'])
    expect(left({ plugin: 'midi-io', text: 'SEND' })).toEqual(['midi-io.output'])
    expect(left({ text: 'c4 midi' })).toEqual(['midi-io.event'])
  })

  it('offers the plugins that there are', () => {
    expect(pluginsIn(entries)).toEqual(['fretboard', 'midi-io'])
  })
})
