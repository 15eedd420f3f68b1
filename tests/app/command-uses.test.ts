import { expect, it } from 'vitest'
import { commandUses, lastUsed, noteUse } from '../../src/app/palette/results/palette-item.js'
import { memoryStorage } from '../../src/core/platform/memory-platform.js'

const KEY = 'fretworkCommandUses'
const DAY = 24 * 60 * 60 * 1000

it('recent uses count more than older ones', () => {
  const storage = memoryStorage()
  noteUse(storage, KEY, 'old', 0)
  noteUse(storage, KEY, 'old', 0)
  noteUse(storage, KEY, 'new', 6 * DAY)
  const weights = commandUses(storage, KEY, 6 * DAY)
  expect(weights.get('old')).toBeCloseTo(0.5)
  expect(weights.get('new')).toBeCloseTo(1)
  expect(weights.has('never')).toBe(false)
})

it('commands are listed by most recent use', () => {
  const storage = memoryStorage()
  for (const [at, id] of ['often', 'often', 'once', 'late'].entries()) noteUse(storage, KEY, id, at)
  expect(lastUsed(storage, KEY)).toEqual(['late', 'once', 'often'])
})

it.each([
  ...['{"half', 'null', '7', '"text"', '[1]'],
  ...['{"neck.tune": 3}', '{"neck.tune": {"weight": "a", "at": 1}}'],
])('a corrupt usage entry is replaced: %s', stored => {
  const storage = memoryStorage({ [KEY]: stored })
  expect(commandUses(storage, KEY, 0).size).toBe(0)
  noteUse(storage, KEY, 'neck.tune', 0)
  expect(JSON.parse(storage.get(KEY) ?? '')).toEqual({ 'neck.tune': { weight: 1, at: 0 } })
})

it('only the two hundred most used commands are stored', () => {
  const storage = memoryStorage()
  for (let n = 0; n <= 200; n++) noteUse(storage, KEY, `command.${n}`, n * 1000)
  const kept = Object.keys(JSON.parse(storage.get(KEY) ?? ''))
  expect(kept).toHaveLength(200)
  expect(kept).not.toContain('command.0')
})

it('recording a use does not throw when the storage is full', () => {
  const set = () => {
    throw new Error('QuotaExceededError')
  }
  expect(() => noteUse({ ...memoryStorage(), set }, KEY, 'neck.tune', 0)).not.toThrow()
})
