/** What is shared, with whom, and by which links. */
import { FILES, profile, song, write } from './parts.js'
import type { Sequence, Step } from './sequence.js'

const SHARE = { id: '{share}' }
const bothPublic = [profile('first', true), profile('second', true)] as const

/** A tuning, shape or setlist is shared as a record of the library. */
const shared = (kind: 'tuning' | 'shape' | 'setlist', section: string): Sequence => ({
  name: `a shared ${kind}`,
  fresh: ['made', 'updated', 'removed', 'songKey'],
  steps: [
    ...bothPublic,
    ...(kind === 'setlist' ? song('check-listed', 'c') : []),
    {
      ...{ call: 'library.change', by: 'first', what: 'it is kept' },
      body: write('made', section, `check-${kind}`, {
        fields: { name: 'As made', songs: [{ song: 'check-listed' }] },
      }),
      keep: { seq: 'outcomes.0.seq' },
    },
    {
      ...{ call: 'share.set', by: 'first', what: 'it is shared with all' },
      body: { kind, record: `check-${kind}`, audience: 'public', people: [] },
      expect: [
        { at: 'title', is: 'As made' },
        { at: 'audience', is: 'public' },
        { at: 'removed', is: false },
      ],
      keep: { share: 'id' },
    },
    {
      ...{ call: 'share.open', by: 'second', what: 'others open it' },
      params: SHARE,
      expect: [
        { at: 'title', is: 'As made' },
        { at: 'songs', count: kind === 'setlist' ? 1 : 0 },
      ],
    },
    {
      ...{ call: 'share.by', by: 'second', what: 'others find it with its owner' },
      ...{ params: { id: '{first.id}' }, query: { page: '1' } },
      expect: [{ at: 'items', has: { id: '{share}', kind } }],
    },
    {
      ...{ call: 'library.change', by: 'first', what: 'it is changed' },
      body: write('updated', section, `check-${kind}`, { base: '{seq}', fields: { name: 'As it is now' } }),
      keep: { seq2: 'outcomes.0.seq' },
    },
    {
      ...{ call: 'share.open', by: 'second', what: 'others see the change' },
      params: SHARE,
      expect: [
        { at: 'title', is: 'As it is now' },
        { at: 'version', is: '{seq2}' },
      ],
    },
    {
      ...{ call: 'library.change', by: 'first', what: 'it is removed from the library' },
      body: write('removed', section, `check-${kind}`, { base: '{seq2}', as: 'removed' }),
      expect: [{ at: 'outcomes.0.outcome', is: 'kept' }],
    },
    {
      ...{ call: 'share.open', by: 'second', what: 'others no longer open it' },
      ...{ params: SHARE, refused: ['not_found'] },
    },
    { ...{ call: 'share.end', by: 'first', what: 'it is no longer shared' }, params: SHARE },
  ],
})

const share = (what: string, audience: string, people: readonly string[] = []): Step => ({
  ...{ call: 'share.set', by: 'first', what },
  body: { kind: 'song', record: 'check-shared', audience, people },
  expect: [
    { at: 'audience', is: audience },
    { at: 'people', count: people.length },
  ],
  keep: { share: 'id' },
})

export const SHARING_SEQUENCES: readonly Sequence[] = [
  {
    name: 'a shared song',
    fresh: ['songKey'],
    steps: [
      ...bothPublic,
      {
        ...{ call: 'share.set', by: 'first', what: 'one that is not in the library cannot be shared' },
        body: { kind: 'song', record: 'check-no-song', audience: 'public', people: [] },
        refused: ['not_synced'],
      },
      ...song('check-shared', 'd'),
      share('it is shared by links only', 'private'),
      {
        ...{ call: 'share.open', by: 'second', what: 'others do not open it while it is private' },
        ...{ params: SHARE, refused: ['not_found'] },
      },
      share('it is shared with one person', 'people', ['{second.id}']),
      {
        ...{ call: 'share.open', by: 'second', what: 'that person opens it' },
        ...{ params: SHARE, owned: true },
        expect: [
          { at: 'by.id', is: '{first.id}' },
          { at: 'songs', has: { hash: FILES.d.hash, size: 1 } },
        ],
      },
      {
        ...{ call: 'share.file', by: 'second', what: 'that person gets its file' },
        ...{ params: { ...SHARE, hash: FILES.d.hash }, owned: true },
        expect: [{ at: 'bytes', is: FILES.d.bytes }],
      },
      {
        ...{ call: 'share.file', by: 'second', what: 'that person gets no other file' },
        ...{ params: { ...SHARE, hash: FILES.b.hash }, refused: ['not_found'] },
      },
      {
        ...{ call: 'share.feed', by: 'second', what: 'that person finds it in the feed' },
        expect: [{ at: 'items', has: { id: '{share}' } }],
      },
      {
        ...{ call: 'share.mine', by: 'first', what: 'its owner sees with whom it is shared' },
        expect: [
          {
            at: 'items',
            has: {
              id: '{share}',
              people: [{ id: '{second.id}', name: 'Check second', handle: '{second.handle}' }],
            },
          },
        ],
      },
      {
        ...{ call: 'share.mine', by: 'second', what: 'it is not what that person shares' },
        expect: [{ at: 'items', lacks: { id: '{share}' } }],
      },
      {
        ...{ call: 'share.end', by: 'second', what: 'that person cannot end it' },
        ...{ params: SHARE, refused: ['not_found'] },
      },
      {
        ...{ call: 'user.block', by: 'first', what: 'its owner blocks that person' },
        params: { id: '{second.id}', blocked: '1' },
      },
      {
        ...{ call: 'share.open', by: 'second', what: 'a blocked person no longer opens it' },
        ...{ params: SHARE, refused: ['not_found'] },
      },
      {
        ...{ call: 'share.feed', by: 'second', what: 'a blocked person no longer finds it' },
        expect: [{ at: 'items', lacks: { id: '{share}' } }],
      },
      {
        ...{ call: 'user.block', by: 'first', what: 'the block is lifted' },
        params: { id: '{second.id}', blocked: '0' },
      },
      {
        ...{ call: 'share.report', by: 'second', what: 'it is reported' },
        ...{ params: SHARE, owned: true },
        body: { reason: 'other', note: 'Check' },
      },
      {
        ...{ call: 'share.end', by: 'first', what: 'its owner ends it' },
        ...{ params: SHARE, owned: true },
      },
      {
        ...{ call: 'share.open', by: 'second', what: 'it is gone for others' },
        ...{ params: SHARE, refused: ['not_found'] },
      },
      {
        ...{ call: 'share.file', by: 'second', what: 'its file is gone for others' },
        ...{ params: { ...SHARE, hash: FILES.d.hash }, refused: ['not_found'] },
      },
    ],
  },
  {
    name: 'a link',
    fresh: ['made', 'none'],
    steps: [
      {
        ...{ call: 'library.change', by: 'first', what: 'a tuning is kept' },
        body: write('made', 'Tunings.kept.1', 'check-linked', { fields: { name: 'Linked' } }),
      },
      {
        ...{ call: 'share.set', by: 'first', what: 'it is shared by links only' },
        body: { kind: 'tuning', record: 'check-linked', audience: 'private', people: [] },
        keep: { share: 'id' },
      },
      {
        ...{ call: 'share.add-link', by: 'first', what: 'one for a single view is made' },
        ...{ params: SHARE, body: { days: 1, views: 1 }, owned: true },
        expect: [{ at: 'viewsLeft', is: 1 }],
        keep: { token: 'token' },
      },
      {
        ...{ call: 'shared.open', by: 'anonymous', what: 'it opens once' },
        params: { token: '{token}' },
        expect: [
          { at: 'title', is: 'Linked' },
          { at: 'public', is: false },
        ],
      },
      {
        ...{ call: 'shared.open', by: 'anonymous', what: 'it does not open twice' },
        ...{ params: { token: '{token}' }, refused: ['not_found'] },
      },
      {
        ...{ call: 'share.add-link', by: 'first', what: 'one without a limit is made' },
        ...{ params: SHARE, body: { days: 365 } },
        expect: [{ at: 'viewsLeft', is: null }],
        keep: { token: 'token', link: 'id' },
      },
      { ...{ call: 'shared.open', by: 'anonymous', what: 'it opens' }, params: { token: '{token}' } },
      {
        ...{ call: 'share.mine', by: 'first', what: 'its owner sees it' },
        expect: [{ at: 'items.id={share}.links', has: { id: '{link}', viewsLeft: null } }],
      },
      {
        ...{ call: 'shared.report', by: 'anonymous', what: 'what it leads to is reported' },
        ...{ params: { token: '{token}' }, body: { reason: 'spam', note: '' } },
      },
      {
        ...{ call: 'share.end-link', by: 'first', what: 'there is no other one to revoke' },
        ...{ params: { ...SHARE, link: '{none}' }, refused: ['not_found'] },
      },
      {
        ...{ call: 'share.end-link', by: 'first', what: 'it is revoked' },
        ...{ params: { ...SHARE, link: '{link}' }, owned: true },
      },
      {
        ...{ call: 'shared.open', by: 'anonymous', what: 'it no longer opens' },
        ...{ params: { token: '{token}' }, refused: ['not_found'] },
      },
      { ...{ call: 'share.end', by: 'first', what: 'the share ends' }, params: SHARE },
    ],
  },
  shared('tuning', 'Tunings.kept.1'),
  shared('shape', 'Shapes.kept.1'),
  shared('setlist', 'Setlists.kept.1'),
]
