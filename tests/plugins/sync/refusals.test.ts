// What the server would not take stays here, and keeps nothing else here.
import { expect, it } from 'vitest'
import type { LibraryWrite } from '../../../src/core/api/library.js'
import { synchronise } from '../../../src/plugins/sync/engine/cycle.js'
import type { Collection, Fields } from '../../../src/plugins/sync/engine/records.js'
import { NOWHERE } from '../../../src/plugins/sync/local/stored-memory.js'

const collection = (kind: string, records: Readonly<Record<string, Fields>>): Collection => ({
  kind,
  read: async () => new Map(Object.entries(records)),
  change: async () => undefined,
})

async function pushed(...collections: readonly Collection[]) {
  const sent: LibraryWrite[] = []
  const result = await synchronise(
    {
      collections,
      memory: { load: async () => ({ place: NOWHERE, bases: new Map() }), save: async () => undefined },
      server: {
        changes: async () => ({ records: [], seq: 0, more: false, restored: false }),
        write: async writes => {
          sent.push(...writes)
          const outcomes = writes.map(({ key }, index) => ({ key, outcome: 'kept' as const, seq: index + 1 }))
          return { outcomes, restored: false }
        },
      },
      setAside: async () => undefined,
      device: 'test',
      newKey: () => crypto.randomUUID(),
    },
    { pull: false },
  )
  return { sent: sent.map(({ kind, id }) => `${kind}/${id}`), refused: [...result.refused] }
}

it('a record that is too large, or named as no record can be, is left out and reported', async () => {
  const long = 'x'.repeat(300_000)
  expect(
    await pushed(
      collection('Drills', { good: { bpm: 90 }, large: { text: long }, ['n'.repeat(201)]: { bpm: 1 } }),
      collection('with blanks', { one: { bpm: 2 } }),
    ),
  ).toEqual({
    sent: ['Drills/good'],
    refused: [
      ['Drills/large', 'record_large'],
      [`Drills/${'n'.repeat(201)}`, 'record_invalid'],
      ['with blanks/one', 'record_invalid'],
    ],
  })
})
