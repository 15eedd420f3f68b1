/** What a user keeps in the library: records, songs with their files, what was removed. */
import { FILES, song, write } from './parts.js'
import type { Sequence } from './sequence.js'

const KIND = 'CheckList.kept'

export const LIBRARY_SEQUENCES: readonly Sequence[] = [
  {
    name: 'a record',
    fresh: ['made', 'updated', 'late', 'removed', 'restored'],
    steps: [
      {
        ...{ call: 'library.status', by: 'first', what: 'the library has a place before' },
        keep: { before: 'seq', records: 'records' },
      },
      {
        ...{ call: 'library.change', by: 'first', what: 'a new one is kept' },
        body: write('made', KIND, 'one', { fields: { value: 'as made', more: [1, null] } }),
        expect: [{ at: 'outcomes', has: { key: '{made}', outcome: 'kept' } }],
        keep: { seq: 'outcomes.0.seq' },
      },
      {
        ...{ call: 'library.change', by: 'first', what: 'the same write is not made again' },
        body: write('made', KIND, 'one', { fields: { value: 'sent again' } }),
        expect: [{ at: 'outcomes.0', is: { key: '{made}', outcome: 'kept', seq: '{seq}' } }],
      },
      {
        ...{ call: 'library.changes', by: 'first', what: 'it is among the changes as it was made' },
        query: { after: '{before}' },
        expect: [
          { at: 'records', has: { kind: KIND, id: 'one', fields: { value: { value: 'as made' } } } },
          { at: 'seq', is: '{seq}' },
          { at: 'tip', is: '{made}' },
          { at: 'restored', is: false },
        ],
      },
      {
        ...{ call: 'library.changes', by: 'first', what: 'after its own place there is no change' },
        query: { after: '{seq}' },
        expect: [
          { at: 'records', count: 0 },
          { at: 'more', is: false },
        ],
      },
      {
        ...{ call: 'library.changes', by: 'second', what: 'another user does not see it' },
        expect: [{ at: 'records', lacks: { kind: KIND, id: 'one' } }],
      },
      {
        ...{ call: 'library.change', by: 'first', what: 'an update is kept' },
        body: write('updated', KIND, 'one', {
          base: '{seq}',
          fields: { value: 'updated' },
          without: ['more'],
        }),
        expect: [{ at: 'outcomes.0.outcome', is: 'kept' }],
        keep: { seq2: 'outcomes.0.seq' },
      },
      {
        ...{ call: 'library.changes', by: 'first', what: 'the update is seen' },
        query: { after: '{seq}' },
        expect: [
          { at: 'records', has: { kind: KIND, id: 'one', fields: { value: { value: 'updated' } } } },
          { at: 'records.0.fields.more', missing: true },
        ],
      },
      {
        ...{ call: 'library.change', by: 'first', what: 'a write from before the update is stale' },
        body: write('late', KIND, 'one', { base: '{seq}', fields: { value: 'late' } }),
        expect: [
          { at: 'outcomes.0.outcome', is: 'stale' },
          { at: 'outcomes.0.record.fields.value.value', is: 'updated' },
        ],
      },
      {
        ...{ call: 'library.change', by: 'first', what: 'it is removed' },
        body: write('removed', KIND, 'one', { base: '{seq2}', as: 'removed' }),
        expect: [{ at: 'outcomes.0.outcome', is: 'kept' }],
        keep: { seq3: 'outcomes.0.seq' },
      },
      {
        ...{ call: 'library.changes', by: 'first', what: 'the removal is seen' },
        query: { after: '{seq2}' },
        expect: [{ at: 'records', has: { kind: KIND, id: 'one' } }],
        keep: { removedAt: 'records.0.removedAt' },
      },
      {
        ...{ call: 'library.change', by: 'first', what: 'it is restored' },
        body: write('restored', KIND, 'one', { base: '{seq3}', as: 'restored' }),
        expect: [{ at: 'outcomes.0.outcome', is: 'kept' }],
      },
      {
        ...{ call: 'library.changes', by: 'first', what: 'it is there again as it was' },
        query: { after: '{seq3}' },
        expect: [
          { at: 'records', has: { kind: KIND, id: 'one', fields: { value: { value: 'updated' } } } },
          { at: 'records.0.removedAt', missing: true },
        ],
      },
      {
        ...{ call: 'library.changes', by: 'first', what: 'a device with another last write begins again' },
        query: { after: '{seq}', known: '{seq}', tip: '{late}' },
        expect: [{ at: 'restored', is: true }],
      },
    ],
  },
  {
    name: 'a song',
    fresh: ['songKey', 'removed', 'restored', 'removedAgain', 'lacking'],
    steps: [
      {
        ...{ call: 'library.change', by: 'first', what: 'one whose file is missing is refused' },
        body: write('lacking', 'song', 'check-lacking', { fields: { name: 'Check', hash: 'f'.repeat(64) } }),
        expect: [{ at: 'outcomes.0', is: { key: '{lacking}', outcome: 'refused', code: 'blob_missing' } }],
      },
      ...song('check-song', 'b'),
      {
        ...{ call: 'library.fetch-blobs', by: 'first', what: 'its file can be fetched' },
        body: { hashes: [FILES.b.hash] },
        expect: [{ at: 'blobs', is: [FILES.b] }],
      },
      {
        ...{ call: 'library.fetch-blobs', by: 'second', what: 'its file is not given to another user' },
        body: { hashes: [FILES.b.hash] },
        expect: [{ at: 'blobs', count: 0 }],
      },
      {
        ...{ call: 'library.status', by: 'first', what: 'it is counted' },
        keep: { songs: 'songs' },
      },
      {
        ...{ call: 'library.change', by: 'first', what: 'it is removed' },
        body: write('removed', 'song', 'check-song', { base: '{songSeq}', as: 'removed' }),
        expect: [{ at: 'outcomes.0.outcome', is: 'kept' }],
        keep: { removedSeq: 'outcomes.0.seq' },
      },
      {
        ...{ call: 'library.removed', by: 'first', what: 'it is among those that can be restored' },
        expect: [{ at: 'items', has: { id: 'check-song', kind: 'song' } }],
      },
      {
        ...{ call: 'library.removed', by: 'second', what: 'it is not among those of another user' },
        expect: [{ at: 'items', lacks: { id: 'check-song' } }],
      },
      {
        ...{ call: 'library.change', by: 'first', what: 'it is restored' },
        body: write('restored', 'song', 'check-song', { base: '{removedSeq}', as: 'restored' }),
        expect: [{ at: 'outcomes.0.outcome', is: 'kept' }],
        keep: { restoredSeq: 'outcomes.0.seq' },
      },
      {
        ...{ call: 'library.removed', by: 'first', what: 'it is no longer among the removed ones' },
        expect: [{ at: 'items', lacks: { id: 'check-song' } }],
      },
      {
        ...{ call: 'library.status', by: 'first', what: 'it is counted again' },
        expect: [{ at: 'songs', is: '{songs}' }],
      },
      {
        ...{ call: 'library.change', by: 'first', what: 'it is removed in the end' },
        body: write('removedAgain', 'song', 'check-song', { base: '{restoredSeq}', as: 'removed' }),
        expect: [{ at: 'outcomes.0.outcome', is: 'kept' }],
      },
    ],
  },
]
