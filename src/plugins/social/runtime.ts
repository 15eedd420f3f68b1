import * as z from 'zod/mini'
import { GO_TO } from '../../core/events/app-events.js'
import { checkedExtensions } from '../../core/kernel/checked-extensions.js'
import {
  type CommandHandler,
  defineRuntime,
  type PluginContext,
  provide,
  provideFactory,
} from '../../core/kernel/plugin.js'
import { API, AUTH, COMMANDS, EVENTS, NOTICES } from '../../core/kernel/tokens.js'
import { LINKS, PARTS, PROFILE_PAGE } from './internal-tokens.js'
import { Links } from './profiles/links.js'
import { listPath, searchPath } from './profiles/people-path.js'
import { PERSON_CHOICES, PERSON_COMMANDS } from './profiles/person-commands.js'
import { ProfilePage } from './profiles/profile-page.js'
import { type LinkKind, type Relationship, relationshipOf } from './profiles/relationships.js'
import { PEOPLE_PARTS } from './tokens.js'

const partShape = z.object({
  id: z.string(),
  slot: z.enum(['profile', 'following']),
  plugin: z.string(),
  screen: z.string(),
})

const show =
  (kind: LinkKind): CommandHandler =>
  ({ get }) =>
    get(EVENTS).emit(GO_TO, { path: listPath(kind) })

const setRelationship =
  (relationship: Relationship): CommandHandler =>
  ({ get }) => {
    const { person } = get(PROFILE_PAGE).view.getState()
    if (person) get(LINKS).set(person, relationship)
  }

export default defineRuntime({
  providers: [
    // Pass the plugin’s log, because it isn’t available as a service.
    provideFactory(LINKS, ({ get, log }) => new Links(get(API), get(NOTICES), log, get(AUTH))),
    provide(PROFILE_PAGE, ProfilePage),
    provideFactory(PARTS, context => checkedExtensions(context, PEOPLE_PARTS, partShape)),
  ],
  commands: {
    'social.find-people': ({ get }, { query }: { readonly query: string }) =>
      get(EVENTS).emit(GO_TO, { path: searchPath(query) }),
    'social.show-following': show('following'),
    'social.show-followers': show('followers'),
    'social.show-blocked': show('blocked'),
    'social.follow': setRelationship('following'),
    'social.unfollow': setRelationship('none'),
    'social.block': ({ get }) => get(PROFILE_PAGE).setConfirmBlock(true),
    'social.unblock': setRelationship('none'),
    ...PERSON_COMMANDS,
  },
  choices: PERSON_CHOICES,
  screens: {
    PeoplePage: () => import('./profiles/ui/people-page.js'),
    PersonPage: () => import('./profiles/ui/person-page.js'),
  },
  activate: followOpenProfile,
})

function followOpenProfile({ get, scope }: PluginContext): void {
  const [commands, links, page] = [get(COMMANDS), get(LINKS), get(PROFILE_PAGE)]
  const follow = () => {
    const { person } = page.view.getState()
    const relationship = person && (links.view.getState().relationships[person.id] ?? relationshipOf(person))
    commands.setContext('social.tie', relationship)
  }
  scope.onDispose(links.view.subscribe(follow))
  scope.onDispose(page.view.subscribe(follow))
  scope.onDispose(() => commands.setContext('social.tie', undefined))
}
