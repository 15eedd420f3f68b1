/** The calls of sharing and homework that `api check` makes. */
import type { Call, Who } from './good-call.js'

/** Nothing has these. */
const NO_ID = '00000000-0000-4000-8000-000000000000'
const NO_TOKEN = 'A'.repeat(43)
const NO_HASH = '0'.repeat(64)
const noSong = { kind: 'song', record: 'check', audience: 'private', people: [] }
const noTask = { song: 'check', title: 'Check', tempo: 100, loop: false, note: '' }
const noTake = {
  ...{ id: 'check', at: '2026-01-01T00:00:00Z', tempo: 100, complete: true, accuracy: 1, byBar: [] },
  counts: { hit: 0, early: 0, late: 0, wrong: 0, missed: 0, extra: 0 },
}
const unknown = { params: () => ({ id: NO_ID }), refused: ['not_found'] } as const
const linked = { params: () => ({ token: NO_TOKEN }), refused: ['not_found'] } as const
const reason = { body: () => ({ reason: 'other', note: '' }) }
export const SHARING_CALLS: readonly (readonly [who: Who, name: string, call: Call])[] = [
  ['first', 'share.mine', {}],
  ['first', 'share.set', { body: () => noSong, refused: ['not_synced'] }],
  ['first', 'share.end', unknown],
  ['first', 'share.by', { params: ({ first: { id } }) => ({ id }) }],
  ['first', 'share.feed', {}],
  ['first', 'share.open', unknown],
  ['first', 'share.file', { params: () => ({ id: NO_ID, hash: NO_HASH }), refused: ['not_found'] }],
  ['first', 'share.add-link', { ...unknown, body: () => ({ days: 1 }) }],
  ['first', 'share.end-link', { params: () => ({ id: NO_ID, link: NO_ID }), refused: ['not_found'] }],
  ['first', 'share.report', { ...unknown, ...reason }],
  ['first', 'homework.list', {}],
  [
    'first',
    'homework.give',
    { body: ({ second: { id } }) => ({ ...noTask, id: NO_ID, people: [id] }), refused: ['not_synced'] },
  ],
  ['first', 'homework.get', unknown],
  ['first', 'homework.file', unknown],
  ['first', 'homework.answer', { ...unknown, body: () => ({ state: 'declined', sendTakes: false }) }],
  ['first', 'homework.send-take', { ...unknown, body: () => noTake }],
  ['first', 'homework.comment', { ...unknown, body: () => ({ id: NO_ID, student: NO_ID, text: 'Check' }) }],
  ['first', 'homework.end', unknown],
  ['first', 'group.list', {}],
  [
    'first',
    'group.save',
    { params: ({ group }) => ({ id: group }), body: () => ({ name: 'Check', members: [] }), lasting: true },
  ],
  ['first', 'group.end', { params: ({ group }) => ({ id: group }), lasting: true }],
  ['first', 'group.leave', unknown],
  ['anonymous', 'shared.open', linked],
  ['anonymous', 'shared.report', { ...linked, ...reason }],
  [
    'anonymous',
    'shared.file',
    { params: () => ({ token: NO_TOKEN, hash: NO_HASH }), refused: ['not_found'] },
  ],
]
