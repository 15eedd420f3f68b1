/** Profiles, pictures, following and blocking. */
import { profile } from './parts.js'
import type { Sequence, Step } from './sequence.js'

/** One red pixel. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'

const bothPublic: readonly Step[] = [profile('first', true), profile('second', true)]
const theFirst = { id: '{first.id}' }
const theSecond = { id: '{second.id}' }

export const PEOPLE_SEQUENCES: readonly Sequence[] = [
  {
    name: 'a profile',
    steps: [
      profile('first', true, {
        bio: 'As it was',
        instruments: ['Guitar'],
        favouriteTuningId: 3,
        language: 'de',
      }),
      {
        ...{ call: 'user.profile', by: 'first', what: 'it is read as it was saved' },
        expect: [
          { at: 'bio', is: 'As it was' },
          { at: 'instruments', is: ['Guitar'] },
          { at: 'favouriteTuningId', is: 3 },
          { at: 'language', is: 'de' },
        ],
      },
      {
        ...{ call: 'user.by-handle', by: 'second', what: 'others find it by its handle' },
        params: { handle: '{first.handle}' },
        expect: [
          { at: 'id', is: '{first.id}' },
          { at: 'bio', is: 'As it was' },
        ],
      },
      {
        ...{ call: 'user.search', by: 'second', what: 'others find it by searching' },
        body: { query: '{first.handle}', page: 1, pageSize: 10 },
        expect: [
          { at: 'items', has: { id: '{first.id}' } },
          { at: 'total', is: 1 },
        ],
      },
      { ...profile('first', true, { bio: 'As it is now' }), what: 'it is changed' },
      {
        ...{ call: 'user.public', by: 'second', what: 'others see the change' },
        params: theFirst,
        expect: [
          { at: 'bio', is: 'As it is now' },
          { at: 'instruments', is: [] },
        ],
      },
      {
        ...{ call: 'user.get', by: 'second', what: 'others do not get the details of the account' },
        params: theFirst,
        expect: [
          { at: 'email', missing: true },
          { at: 'roles', missing: true },
        ],
      },
      {
        ...{ call: 'user.get', by: 'first', what: 'the owner gets the details of the account' },
        params: theFirst,
        expect: [
          { at: 'email', is: '{first.email}' },
          { at: 'profile.bio', is: 'As it is now' },
        ],
      },
      {
        ...{ call: 'user.save-profile', by: 'second', what: 'its handle is taken' },
        body: { name: 'Check', handle: '{first.handle}', bio: '', instruments: [], public: false },
        refused: ['handle_taken'],
      },
      profile('first', false),
      {
        ...{ call: 'user.public', by: 'second', what: 'others do not see it while it is private' },
        ...{ params: theFirst, refused: ['not_found'] },
      },
      {
        ...{ call: 'user.by-handle', by: 'second', what: 'others do not find it while it is private' },
        ...{ params: { handle: '{first.handle}' }, refused: ['not_found'] },
      },
      {
        ...{ call: 'user.search', by: 'second', what: 'a search does not find it while it is private' },
        body: { query: '{first.handle}', page: 1, pageSize: 10 },
        expect: [{ at: 'items', count: 0 }],
      },
    ],
  },
  {
    name: 'a picture',
    steps: [
      profile('first', true),
      {
        ...{ call: 'user.save-avatar', by: 'first', what: 'one is saved' },
        body: { picture: PICTURE },
        keep: { avatar: 'avatar' },
      },
      { ...{ call: 'user.avatar', by: 'second', what: 'others see it' }, params: theFirst },
      {
        ...{ call: 'user.public', by: 'second', what: 'the profile names its version' },
        params: theFirst,
        expect: [{ at: 'avatar', is: '{avatar}' }],
      },
      {
        ...{ call: 'auth.user', by: 'first', what: 'the account names its version' },
        expect: [{ at: 'avatar', is: '{avatar}' }],
      },
      profile('first', false),
      {
        ...{ call: 'user.avatar', by: 'second', what: 'others do not see that of a private profile' },
        ...{ params: theFirst, refused: ['not_found'] },
      },
      { call: 'user.remove-avatar', by: 'first', what: 'it is removed' },
      {
        ...{ call: 'user.avatar', by: 'first', what: 'it is gone' },
        ...{ params: theFirst, refused: ['not_found'] },
      },
      {
        ...{ call: 'user.profile', by: 'first', what: 'the profile no longer names it' },
        expect: [{ at: 'avatar', missing: true }],
      },
    ],
  },
  {
    name: 'a page of a search',
    steps: [
      ...bothPublic,
      {
        ...{ call: 'user.search', by: 'first', what: 'it has as many people as were asked for' },
        body: { query: 'check', page: 1, pageSize: 1 },
        expect: [{ at: 'items', count: 1 }],
      },
    ],
  },
  {
    name: 'following',
    steps: [
      ...bothPublic,
      { ...{ call: 'user.follow', by: 'first', what: 'begins' }, params: theSecond },
      { ...{ call: 'user.follow', by: 'first', what: 'does not count twice' }, params: theSecond },
      {
        ...{ call: 'user.links', by: 'first', what: 'lists the other' },
        query: { kind: 'following', page: '1' },
        expect: [
          { at: 'items', has: { id: '{second.id}', isFollowing: true } },
          { at: 'total', is: 1 },
        ],
      },
      {
        ...{ call: 'user.links', by: 'second', what: 'is seen by the other' },
        query: { kind: 'followers' },
        expect: [{ at: 'items', has: { id: '{first.id}' } }],
      },
      {
        ...{ call: 'user.summary', by: 'second', what: 'is counted' },
        expect: [{ at: 'followers', is: 1 }],
      },
      { ...{ call: 'user.unfollow', by: 'first', what: 'ends' }, params: theSecond },
      {
        ...{ call: 'user.links', by: 'first', what: 'no longer lists the other' },
        query: { kind: 'following' },
        expect: [{ at: 'items', lacks: { id: '{second.id}' } }],
      },
      {
        ...{ call: 'user.summary', by: 'second', what: 'is no longer counted' },
        expect: [{ at: 'followers', is: 0 }],
      },
    ],
  },
  {
    name: 'blocking',
    steps: [
      ...bothPublic,
      { ...{ call: 'user.follow', by: 'first', what: 'one follows the other' }, params: theSecond },
      { ...{ call: 'user.follow', by: 'second', what: 'and is followed' }, params: theFirst },
      {
        ...{ call: 'user.block', by: 'second', what: 'the other blocks' },
        params: { ...theFirst, blocked: '1' },
      },
      {
        ...{ call: 'user.links', by: 'second', what: 'the block is listed' },
        query: { kind: 'blocked' },
        expect: [{ at: 'items', has: { id: '{first.id}', isBlocked: true } }],
      },
      {
        ...{ call: 'user.public', by: 'first', what: 'the blocked one no longer sees the other' },
        ...{ params: theSecond, refused: ['not_found'] },
      },
      {
        ...{ call: 'user.search', by: 'first', what: 'the blocked one no longer finds the other' },
        body: { query: '{second.handle}', page: 1, pageSize: 10 },
        expect: [{ at: 'items', lacks: { id: '{second.id}' } }],
      },
      {
        ...{ call: 'user.summary', by: 'first', what: 'the blocked one no longer follows' },
        expect: [
          { at: 'following', is: 0 },
          { at: 'followers', is: 0 },
        ],
      },
      {
        ...{ call: 'user.follow', by: 'first', what: 'the blocked one cannot follow' },
        ...{ params: theSecond, refused: ['not_found'] },
      },
      {
        ...{ call: 'user.follow', by: 'second', what: 'who blocks cannot follow' },
        ...{ params: theFirst, refused: ['forbidden'] },
      },
      {
        ...{ call: 'share.by', by: 'first', what: 'the blocked one does not see what the other shares' },
        ...{ params: theSecond, refused: ['not_found'] },
      },
      {
        ...{ call: 'user.block', by: 'second', what: 'the block is lifted' },
        params: { ...theFirst, blocked: '0' },
      },
      {
        ...{ call: 'user.public', by: 'first', what: 'the other is seen again, and not followed' },
        params: theSecond,
        expect: [{ at: 'isFollowing', is: false }],
      },
      {
        ...{ call: 'user.links', by: 'second', what: 'the block is no longer listed' },
        query: { kind: 'blocked' },
        expect: [{ at: 'items', count: 0 }],
      },
      { ...{ call: 'user.follow', by: 'first', what: 'the other can be followed again' }, params: theSecond },
      { ...{ call: 'user.unfollow', by: 'first', what: 'and left in the end' }, params: theSecond },
    ],
  },
]
