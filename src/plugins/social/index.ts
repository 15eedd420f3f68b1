import * as z from 'zod/mini'
import { BUILT_IN, definePlugin, inPage } from '../../core/kernel/plugin.js'
import { LINKS, MAX_QUERY_LENGTH, PARTS, PROFILE_PAGE } from './internal-tokens.js'
import english from './locales/en.json' with { type: 'json' }
import { PEOPLE_PARTS } from './tokens.js'

const when = 'loggedIn'
const ON_PROFILE = "route == '/people/:id' && social.tie"

const person = { args: z.strictObject({ person: z.uuid() }), busy: 'parallel' } as const
const ANY_PERSON = { ...person, asks: [{ id: 'person', title: 'Name or handle', searched: true }] }
const LISTED_PERSON = { ...person, asks: [{ id: 'person', title: 'Person', onlyAsked: true }] }

export default definePlugin({
  ...BUILT_IN,
  id: 'social',
  title: 'People',
  description: 'Find people, view profiles, follow and block',
  permissions: ['account', 'server'],
  provides: [LINKS, PROFILE_PAGE, PARTS],
  extensionPoints: [PEOPLE_PARTS],
  contributes: {
    routes: [
      {
        path: '/people',
        title: 'People',
        screen: 'PeoplePage',
        auth: true,
        offers: ['social.find-people', 'social.show-following', 'social.show-followers'],
      },
      { path: '/people/:id', title: 'Public profile', screen: 'PersonPage', auth: true },
    ],
    navigation: [{ path: '/people', title: 'People', icon: 'people', order: 20, when }],
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
    ],
  },
  activateOn: ['route:/people', 'route:/people/:id', 'command:social.*'],
  words: () => import('./words.json', { with: { type: 'json' } }),
  locales: { en: inPage(english), de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
