import * as z from 'zod/mini'
import { BUILT_IN, definePlugin, inPage } from '../../core/kernel/plugin.js'
import { SONG_IMPORTS, SONG_LIBRARY, SYNC } from '../library/tokens.js'
import { SONG_READER } from '../midi-file/tokens.js'
import { MIDI_ACCESS } from '../midi-io/tokens.js'
import { PLAYBACK_SETTINGS, SONG_OPENING, SONG_SESSION } from '../player/tokens.js'
import { JUDGING } from '../practice/tokens.js'
import english from './locales/en.json' with { type: 'json' }
import { copiesSettings, MAX_QUERY_LENGTH, outboxSettings } from './settings.js'

const when = 'loggedIn'
const ON_PROFILE = "route == '/people/:id' && social.tie"

const person = { args: z.strictObject({ person: z.uuid() }), busy: 'parallel' } as const
const ANY_PERSON = { ...person, asks: [{ id: 'person', title: 'Name or handle', searched: true }] }
const LISTED_PERSON = { ...person, asks: [{ id: 'person', title: 'Person', onlyAsked: true }] }
const SONG = {
  args: z.strictObject({ song: z.string().check(z.minLength(1), z.maxLength(200)) }),
  asks: [{ id: 'song', title: 'Song', onlyAsked: true }],
}

export default definePlugin({
  ...BUILT_IN,
  id: 'social',
  formerly: ['sharing', 'homework'],
  title: 'People',
  description: 'Find and follow people, share songs, and assign homework.',
  permissions: ['midi-in', 'songs', 'account', 'server', 'plugins'],
  requires: [SONG_LIBRARY, SONG_IMPORTS, SYNC, SONG_READER, SONG_SESSION, PLAYBACK_SETTINGS],
  // Loaded on demand, so that the header badge doesn't start them.
  lazy: [JUDGING, MIDI_ACCESS],
  contributes: {
    settings: [copiesSettings, outboxSettings],
    header: [{ id: 'homework.news', screen: 'News' }],
    routes: [
      {
        path: '/people',
        title: 'People',
        screen: 'PeoplePage',
        auth: true,
        offers: ['social.find-people', 'social.show-following', 'social.show-followers'],
      },
      { path: '/people/:id', title: 'Public profile', screen: 'PersonPage', auth: true },
      { path: '/shared', title: 'Shared', screen: 'SharedPage', auth: true },
      { path: '/shared/with', title: 'Share', screen: 'SharePage', auth: true },
      { path: '/shared/:id', title: 'Shared', screen: 'SharedItemPage', auth: true },
      { path: '/link/:token', title: 'Shared', screen: 'LinkPage', standsFor: '/fretboard' },
      { path: '/homework', title: 'Homework', screen: 'HomeworkPage', auth: true },
      { path: '/homework/new', title: 'Assign homework', screen: 'NewHomeworkPage', auth: true },
      { path: '/homework/group/:id', title: 'Group', screen: 'GroupPage', auth: true },
      { path: '/homework/:id', title: 'Homework', screen: 'AssignmentPage', auth: true },
    ],
    navigation: [
      { path: '/homework', title: 'Homework', icon: 'homework', order: 17, when },
      { path: '/people', title: 'People', icon: 'people', order: 20, when },
      { path: '/shared', title: 'Shared', icon: 'shared', order: 22, when },
    ],
    commandsWhen: 'loggedIn',
    commands: [
      {
        id: 'social.find-people',
        title: 'Find people',
        needs: 'screen',
        description: 'Search by name or handle',
        args: z.strictObject({ query: z.string().check(z.minLength(1), z.maxLength(MAX_QUERY_LENGTH)) }),
        asks: [{ id: 'query', title: 'Name or handle' }],
      },
      { id: 'social.show-following', title: 'Show people I follow', needs: 'screen' },
      { id: 'social.show-followers', title: 'Show followers', needs: 'screen' },
      { id: 'social.show-blocked', title: 'Show blocked people', needs: 'screen' },
      { id: 'social.follow', title: 'Follow this person', needs: 'screen', when: `${ON_PROFILE} == 'none'` },
      {
        id: 'social.unfollow',
        title: 'Unfollow this person',
        needs: 'screen',
        when: `${ON_PROFILE} == 'following'`,
      },
      {
        id: 'social.block',
        title: 'Block this person',
        needs: 'screen',
        description: 'Asks for confirmation',
        when: `${ON_PROFILE} && social.tie != 'blocked'`,
      },
      {
        id: 'social.unblock',
        title: 'Unblock this person',
        needs: 'screen',
        when: `${ON_PROFILE} == 'blocked'`,
      },
      { id: 'social.show-person', title: 'Show profile', needs: 'screen', ...ANY_PERSON },
      { id: 'social.follow-person', title: 'Follow person', ...ANY_PERSON },
      { id: 'social.unfollow-person', title: 'Unfollow person', ...LISTED_PERSON },
      {
        id: 'social.block-person',
        title: 'Block person',
        needs: 'screen',
        description: 'Asks for confirmation',
        ...ANY_PERSON,
      },
      { id: 'social.unblock-person', title: 'Unblock person', ...LISTED_PERSON },
      { id: 'sharing.share-song', title: 'Share a song', needs: 'screen', ...SONG },
      { id: 'homework.give', title: 'Assign a song as homework', needs: 'screen', ...SONG },
      { id: 'homework.stop', title: 'Stop practicing homework', when: 'homework.practicing' },
    ],
  },
  activateOn: [
    ...(['route:/people', 'route:/people/:id', 'command:social.*'] as const),
    ...(['route:/shared', 'route:/shared/with', 'route:/shared/:id', 'route:/link/:token'] as const),
    ...(['route:/homework', 'route:/homework/new', 'route:/homework/:id'] as const),
    ...(['route:/homework/group/:id', 'command:homework.*', 'command:sharing.*'] as const),
    // Pending calls are sent in the next session that opens a song.
    `event:${SONG_OPENING.id}`,
  ],
  words: () => import('./words.json', { with: { type: 'json' } }),
  locales: { en: inPage(english), de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
