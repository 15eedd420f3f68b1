import type { ArgumentChoice, ChoiceRequest } from '../../../core/commands/command.js'
import { type PublicProfile, publicUser, searchUsers, userLinks } from '../../../core/contract/users.js'
import { GO_TO } from '../../../core/events/app-events.js'
import type { ChoiceLister, CommandHandler, PluginContext } from '../../../core/kernel/plugin.js'
import { API, AUTH, EVENTS, TRANSLATOR } from '../../../core/kernel/tokens.js'
import { phrases } from '../../../core/platform/phrases.js'
import { ONCE } from '../once.js'
import { MAX_QUERY_LENGTH } from '../settings.js'
import { linksOf } from './links.js'
import { listPath, personPath, profilePageOf, searchPath } from './profile-page.js'
import { type LinkKind, type Person, type Relationship, relationshipOf } from './relationships.js'

interface PersonArgs {
  readonly person: string
}

const { PRIVATE } = phrases({ PRIVATE: 'Private profile' })

/** Maximum number of suggestions. With more, typing another letter is faster than scrolling. */
const MAX_RESULTS = 20
/** Maximum number of pages to fetch, 50 people each. The People page lists everyone. */
const MAX_PAGES = 10

const show =
  (kind: LinkKind): CommandHandler =>
  ({ get }) =>
    get(EVENTS).emit(GO_TO, { path: listPath(kind) })

const setOnPage =
  (relationship: Relationship): CommandHandler =>
  ({ get }) => {
    const { person } = get(ONCE)(profilePageOf).view.getState()
    if (person) get(ONCE)(linksOf).set(person, relationship)
  }

const setRelationship =
  (relationship: Relationship): CommandHandler =>
  async (context, { person }: PersonArgs) => {
    context
      .get(ONCE)(linksOf)
      .set(await personById(context, person), relationship, true)
  }

export const PERSON_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  'social.find-people': ({ get }, { query }: { readonly query: string }) =>
    get(EVENTS).emit(GO_TO, { path: searchPath(query) }),
  'social.show-following': show('following'),
  'social.show-followers': show('followers'),
  'social.show-blocked': show('blocked'),
  'social.follow': setOnPage('following'),
  'social.unfollow': setOnPage('none'),
  'social.block': ({ get }) => get(ONCE)(profilePageOf).setConfirmBlock(true),
  'social.unblock': setOnPage('none'),
  'social.show-person': ({ get }, { person }: PersonArgs) =>
    get(EVENTS).emit(GO_TO, { path: personPath(person) }),
  'social.follow-person': setRelationship('following'),
  'social.unfollow-person': setRelationship('none'),
  'social.unblock-person': setRelationship('none'),
  // The profile explains blocking and asks for confirmation.
  'social.block-person': ({ get }, { person }: PersonArgs) => {
    get(ONCE)(profilePageOf).confirmBlockWhenOpen(person)
    get(EVENTS).emit(GO_TO, { path: personPath(person) })
  },
}

export const PERSON_CHOICES: Readonly<Record<string, ChoiceLister>> = {
  'social.show-person': searched(() => true),
  'social.follow-person': searched((kind, own) => kind === 'none' && !own),
  'social.block-person': searched((kind, own) => kind !== 'blocked' && !own),
  'social.unfollow-person': linked('following'),
  'social.unblock-person': linked('blocked'),
}

/** People in the most recent list. Notices need their names. */
const listed = new WeakMap<object, ReadonlyMap<string, Person>>()

/** @throws ApiError `not_found` if the person doesn’t exist or isn’t public */
async function personById({ get }: PluginContext, id: string): Promise<Person> {
  const links = get(ONCE)(linksOf)
  const person = listed.get(links)?.get(id)
  if (person) return person
  const revision = links.view.getState().revision
  const profile = await get(API).call(publicUser, { params: { id } })
  links.merge([profile], revision)
  return profile
}

function searched(fits: (kind: Relationship, own: boolean) => boolean): ChoiceLister {
  return async (context, { typed, signal }) => {
    const { get } = context
    const query = typed.trim().replace(/^@/, '').slice(0, MAX_QUERY_LENGTH)
    if (query === '') return []
    const revision = get(ONCE)(linksOf).view.getState().revision
    const body = { query, page: 1, pageSize: MAX_RESULTS }
    const { items } = await get(API).call(searchUsers, { body }, { signal })
    return choicesOf(context, items, revision, fits)
  }
}

function linked(wanted: 'following' | 'blocked'): ChoiceLister {
  return async (context, request) => {
    const revision = context.get(ONCE)(linksOf).view.getState().revision
    const people = await everyPage(context, wanted, request)
    return choicesOf(context, people, revision, kind => kind === wanted)
  }
}

async function everyPage(
  { get }: PluginContext,
  kind: LinkKind,
  { signal }: ChoiceRequest,
): Promise<readonly PublicProfile[]> {
  const people: PublicProfile[] = []
  for (let page = 1; page <= MAX_PAGES; page++) {
    const { items, total } = await get(API).call(userLinks, { query: { kind, page } }, { signal })
    people.push(...items)
    if (items.length === 0 || people.length >= total) break
  }
  return people
}

function choicesOf(
  { get }: PluginContext,
  people: readonly PublicProfile[],
  revision: number,
  fits: (kind: Relationship, own: boolean) => boolean,
): readonly ArgumentChoice[] {
  const [links, translator] = [get(ONCE)(linksOf), get(TRANSLATOR)]
  const own = get(AUTH).state.getState().user?.id
  links.merge(people, revision)
  listed.set(links, new Map(people.map(person => [person.id, person])))
  const { relationships } = links.view.getState()
  return people
    .filter(person => fits(relationships[person.id] ?? relationshipOf(person), person.id === own))
    .map(({ id, name, handle }) => ({
      value: id,
      label: name === '' ? translator.t('social', PRIVATE) : `${name} · @${handle}`,
    }))
}
