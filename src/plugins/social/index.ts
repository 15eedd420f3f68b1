/** People: finding them, their public profiles, following and blocking. */
import { definePlugin } from '../../core/kernel/manifest/plugin.js'
import { findPeopleArgs, personArgs } from './settings.js'
import { LINKS, PROFILE_PAGE } from './tokens.js'

const when = 'loggedIn'
/** Somebody else's profile is open. */
const HERE = "route == '/people/:id' && social.tie"

const person = { args: personArgs, busy: 'parallel' } as const
/** Looked for among all. */
const SOMEBODY = { ...person, asks: [{ id: 'person', title: 'Name or handle', searched: true }] }
/** Listed. */
const ONE_OF_MINE = { ...person, asks: [{ id: 'person', title: 'Person', onlyAsked: true }] }

export default definePlugin({
  id: 'social',
  version: '1.0.0',
  engine: '^1.1.0',
  title: 'People',
  description: 'Finds people, shows their profiles, follows and blocks them.',
  runsIn: ['browser', 'node'],
  provides: [LINKS, PROFILE_PAGE],
  contributes: {
    routes: [
      { path: '/people', title: 'People', screen: 'PeoplePage', auth: true },
      { path: '/people/:id', title: 'Public profile', screen: 'PersonPage', auth: true },
    ],
    navigation: [{ path: '/people', title: 'People', icon: 'people', order: 20, when }],
    commandsWhen: 'loggedIn',
    commands: [
      {
        id: 'social.find-people',
        title: 'Find people',
        needs: 'screen',
        words: 'friends, search',
        description: 'By the beginnings of words of their name or handle.',
        args: findPeopleArgs,
        asks: [{ id: 'query', title: 'Name or handle' }],
      },
      { id: 'social.show-following', title: 'Show whom I follow', needs: 'screen' },
      { id: 'social.show-followers', title: 'Show my followers', needs: 'screen' },
      { id: 'social.show-blocked', title: 'Show whom I block', needs: 'screen' },
      { id: 'social.follow', title: 'Follow this person', needs: 'screen', when: `${HERE} == 'none'` },
      {
        id: 'social.unfollow',
        title: 'Unfollow this person',
        needs: 'screen',
        when: `${HERE} == 'following'`,
      },
      {
        id: 'social.block',
        title: 'Block this person',
        needs: 'screen',
        description: 'Asks first, and says what it does.',
        when: `${HERE} && social.tie != 'blocked'`,
      },
      { id: 'social.unblock', title: 'Unblock this person', needs: 'screen', when: `${HERE} == 'blocked'` },
      { id: 'social.show-person', title: 'Show the profile of somebody', needs: 'screen', ...SOMEBODY },
      { id: 'social.follow-person', title: 'Follow somebody', ...SOMEBODY },
      { id: 'social.unfollow-person', title: 'Unfollow somebody', ...ONE_OF_MINE },
      {
        id: 'social.block-person',
        title: 'Block somebody',
        needs: 'screen',
        description: 'Asks first, and says what it does.',
        ...SOMEBODY,
      },
      { id: 'social.unblock-person', title: 'Unblock somebody', ...ONE_OF_MINE },
    ],
  },
  activateOn: ['route:/people', 'route:/people/:id', 'command:social.*'],
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
