/** Following and blocking as a service, the commands, and the two screens. */

import { GO_TO } from '../../core/events/go-to.js'
import {
  type CommandHandler,
  defineRuntime,
  type PluginContext,
  provideFactory,
} from '../../core/kernel/manifest/plugin.js'
import { API, AUTH, COMMANDS, EVENTS, NOTICES } from '../../core/kernel/services/tokens.js'
import { linkNews } from './link-news.js'
import { LinkBook } from './links.js'
import { listPath, searchPath } from './people-path.js'
import { PERSON_CHOICES, PERSON_COMMANDS } from './person-commands.js'
import { createProfilePage } from './profile-page.js'
import type { FindPeopleArgs } from './settings.js'
import { tieIn } from './ties.js'
import { LINKS, type LinkCounts, PROFILE_PAGE, type Tie } from './tokens.js'

const show =
  (kind: keyof LinkCounts): CommandHandler =>
  ({ get }) =>
    get(EVENTS).emit(GO_TO, { path: listPath(kind) })

const wish =
  (tie: Tie): CommandHandler =>
  ({ get }) => {
    const { person } = get(PROFILE_PAGE).view.getState()
    if (person) get(LINKS).wish(person, tie)
  }

export default defineRuntime({
  providers: [
    provideFactory(LINKS, ({ get, log, scope }) => {
      const links = new LinkBook({ api: get(API), log, news: linkNews(get(NOTICES)) })
      const { state } = get(AUTH)
      scope.onDispose(
        state.subscribe(({ user }, before) => {
          if (user?.id !== before.user?.id) links.forget()
        }),
      )
      scope.onDispose(() => links.forget())
      return links
    }),
    provideFactory(PROFILE_PAGE, createProfilePage),
  ],
  commands: {
    'social.find-people': ({ get }, { query }: FindPeopleArgs) =>
      get(EVENTS).emit(GO_TO, { path: searchPath(query) }),
    'social.show-following': show('following'),
    'social.show-followers': show('followers'),
    'social.show-blocked': show('blocked'),
    'social.follow': wish('following'),
    'social.unfollow': wish('none'),
    'social.block': ({ get }) => get(PROFILE_PAGE).askToBlock(true),
    'social.unblock': wish('none'),
    ...PERSON_COMMANDS,
  },
  choices: PERSON_CHOICES,
  screens: {
    PeoplePage: () => import('./ui/people-page.js'),
    PersonPage: () => import('./ui/person-page.js'),
  },
  activate: followTie,
})

/** Tells the conditions how one stands to the person whose profile is open. */
function followTie({ get, scope }: PluginContext): void {
  const [commands, links, page] = [get(COMMANDS), get(LINKS), get(PROFILE_PAGE)]
  const follow = () => {
    const { person } = page.view.getState()
    const tie = person && (links.view.getState().ties[person.id] ?? tieIn(person))
    commands.setContext('social.tie', tie)
  }
  scope.onDispose(links.view.subscribe(follow))
  scope.onDispose(page.view.subscribe(follow))
  scope.onDispose(() => commands.setContext('social.tie', undefined))
}
