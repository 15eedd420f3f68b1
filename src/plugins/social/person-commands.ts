/** Following, blocking and showing somebody from anywhere: whom, is asked by the palette. */

import { type PublicProfile, publicUser, searchUsers, userLinks } from '../../core/api/users.js'
import type { ChoiceRequest } from '../../core/commands/arguments/choice-request.js'
import type { ArgumentChoice } from '../../core/commands/command.js'
import { GO_TO } from '../../core/events/go-to.js'
import type { ChoiceLister, CommandHandler, PluginContext } from '../../core/kernel/manifest/plugin.js'
import { API, AUTH, EVENTS, TRANSLATOR } from '../../core/kernel/services/tokens.js'
import { phrases } from '../../core/platform/phrases.js'
import { personPath } from './people-path.js'
import { LONGEST_QUERY, type PersonArgs } from './settings.js'
import { tieIn } from './ties.js'
import { LINKS, type LinkCounts, type Person, PROFILE_PAGE, type Tie } from './tokens.js'

const { HIDDEN } = phrases({ HIDDEN: 'Somebody who is not public' })

/** As many are listed of those who are found; another letter is quicker than scrolling. */
const FOUND_AT_MOST = 20
/** Pages of 50: who follows more finds the rest on the page of people. */
const PAGES_AT_MOST = 10

const wish =
  (tie: Tie): CommandHandler =>
  async (context, { person }: PersonArgs) => {
    context.get(LINKS).wish(await known(context, person), tie, true)
  }

export const PERSON_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  'social.show-person': ({ get }, { person }: PersonArgs) =>
    get(EVENTS).emit(GO_TO, { path: personPath(person) }),
  'social.follow-person': wish('following'),
  'social.unfollow-person': wish('none'),
  'social.unblock-person': wish('none'),
  // What a block does is said on the profile, and asked about there.
  'social.block-person': ({ get }, { person }: PersonArgs) => {
    get(PROFILE_PAGE).askToBlockWhenOpen(person)
    get(EVENTS).emit(GO_TO, { path: personPath(person) })
  },
}

export const PERSON_CHOICES: Readonly<Record<string, Readonly<Record<string, ChoiceLister>>>> = {
  'social.show-person': { person: found(() => true) },
  'social.follow-person': { person: found((tie, own) => tie === 'none' && !own) },
  'social.block-person': { person: found((tie, own) => tie !== 'blocked' && !own) },
  'social.unfollow-person': { person: linked('following') },
  'social.unblock-person': { person: linked('blocked') },
}

/** Who was listed last: their names are needed for what is said of the deed. */
const listed = new WeakMap<object, ReadonlyMap<string, Person>>()

/** @throws ApiError `not_found` for who is not there or not public */
async function known({ get }: PluginContext, id: string): Promise<Person> {
  const links = get(LINKS)
  const person = listed.get(links)?.get(id)
  if (person) return person
  const asked = links.view.getState().settled
  const profile = await get(API).call(publicUser, { params: { id } })
  links.learn([profile], asked)
  return profile
}

function found(fits: (tie: Tie, own: boolean) => boolean): ChoiceLister {
  return async (context, { typed, signal }) => {
    const { get } = context
    const query = typed.trim().replace(/^@/, '').slice(0, LONGEST_QUERY)
    if (query === '') return []
    const asked = get(LINKS).view.getState().settled
    const body = { query, page: 1, pageSize: FOUND_AT_MOST }
    const { items } = await get(API).call(searchUsers, { body }, { signal })
    return choicesOf(context, items, asked, fits)
  }
}

function linked(kind: Exclude<keyof LinkCounts, 'followers'>): ChoiceLister {
  const wanted: Tie = kind === 'following' ? 'following' : 'blocked'
  return async (context, request) => {
    const asked = context.get(LINKS).view.getState().settled
    const people = await everyPage(context, kind, request)
    return choicesOf(context, people, asked, tie => tie === wanted)
  }
}

async function everyPage(
  { get }: PluginContext,
  kind: keyof LinkCounts,
  { signal }: ChoiceRequest,
): Promise<readonly PublicProfile[]> {
  const people: PublicProfile[] = []
  for (let page = 1; page <= PAGES_AT_MOST; page++) {
    const { items, total } = await get(API).call(userLinks, { query: { kind, page } }, { signal })
    people.push(...items)
    if (items.length === 0 || people.length >= total) break
  }
  return people
}

function choicesOf(
  { get }: PluginContext,
  people: readonly PublicProfile[],
  asked: number,
  fits: (tie: Tie, own: boolean) => boolean,
): readonly ArgumentChoice[] {
  const [links, translator] = [get(LINKS), get(TRANSLATOR)]
  const own = get(AUTH).state.getState().user?.id
  links.learn(people, asked)
  listed.set(links, new Map(people.map(person => [person.id, person])))
  const { ties } = links.view.getState()
  return people
    .filter(person => fits(ties[person.id] ?? tieIn(person), person.id === own))
    .map(({ id, name, handle }) => ({
      value: id,
      label: name === '' ? translator.t('social', HIDDEN) : `${name} · @${handle}`,
    }))
}
