// People: the search, the lists and the profiles, full, empty and refused.
import type { Page } from 'playwright'
import type { LinkedProfile, PublicProfile } from '../../src/core/api/users.js'
import { accepting, answering, both, goOffline, refusing, unreachable } from './answers.js'
import { pressing, type Screen, settled } from './screen.js'

const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`

/** Short and long, with much to say and with nothing. */
const PEOPLE: readonly PublicProfile[] = [
  ['Ida Lund', 'ida', 'Fingerstyle, mostly at night.', ['Guitar']],
  [
    'Maximiliane Freifrau von Hohenstein-Wartenberg',
    'maximiliane_hohenstein_wartenb',
    'Baroque lute and theorbo; continuo on request. I teach on Tuesdays and tune in fourths, which is never forgiven. Write if you need a bass line.',
    ['Lute', 'Theorbo', 'Double bass', 'Ukulele', 'Seven-string guitar'],
  ],
  ['Jo', 'jo_', '', []],
  ['Ling Wu', 'ling_wu', '', ['Bass']],
].map(([name, handle, bio, instruments], place) => ({
  ...{ id: idOf(place), name, handle, bio, instruments },
  ...{ isFollowing: place === 1, isBlocked: false },
})) as PublicProfile[]

const [SOMEONE, LONG] = PEOPLE as [PublicProfile, PublicProfile]
const BLOCKED: readonly PublicProfile[] = [
  { ...SOMEONE, isBlocked: true },
  // Who has gone private since has no name.
  { ...LONG, name: '', handle: '', bio: '', instruments: [], isFollowing: false, isBlocked: true },
]

const FOLLOWERS: readonly LinkedProfile[] = [
  SOMEONE,
  { ...LONG, bio: '', instruments: [], isFollowing: false, isPrivate: true },
]

const FOUND = '**/user/search/'
const LISTED = '**/user/link/?*'
const NO_ONE = { items: [], total: 0 }
const counted = answering('**/user/summary/', { followers: 128, following: 1, blocked: 2 })
const found = answering(FOUND, { items: PEOPLE, total: 64, more: false })
const listed = (items: readonly LinkedProfile[]) =>
  both(answering(LISTED, { items, total: items.length }), counted)
const opened = (person: PublicProfile) => answering('**/user/public/*', person)

/** The search that fails is begun by hand: the page is there already. */
async function searchOffline(page: Page): Promise<void> {
  await goOffline(page)
  await page.getByRole('searchbox', { name: 'Name or handle' }).fill('ida')
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await settled(page)
}

const rows: readonly Screen[] = [
  { name: 'people', path: '/people' },
  { name: 'people-no-match', path: '/people?q=zzz' },
  { name: 'people-found', path: '/people?q=l', before: both(found, counted) },
  {
    name: 'people-loading',
    path: '/people?q=l',
    awaits: FOUND,
    act: async page => page.locator('[aria-busy=true]').waitFor(),
  },
  { name: 'people-refused', path: '/people?q=l', before: refusing(FOUND, 'internal_error') },
  { name: 'people-unreachable', path: '/people?q=l', before: unreachable(FOUND) },
  { name: 'people-offline', path: '/people', act: searchOffline },
  { name: 'people-following', path: '/people?tab=following', before: listed(PEOPLE.slice(1, 2)) },
  {
    name: 'people-unfollowed',
    path: '/people?tab=following',
    before: both(listed(PEOPLE.slice(1, 2)), accepting('**/user/link/0*')),
    act: async page => {
      await page.unroute(LISTED)
      await answering(LISTED, NO_ONE)(page, '')
      await pressing(`Unfollow ${LONG.name}`)(page)
    },
  },
  { name: 'people-following-none', path: '/people?tab=following', before: answering(LISTED, NO_ONE) },
  { name: 'people-followers', path: '/people?tab=followers', before: listed(FOLLOWERS) },
  { name: 'people-followers-none', path: '/people?tab=followers', before: answering(LISTED, NO_ONE) },
  { name: 'people-blocked-none', path: '/people?tab=blocked', before: answering(LISTED, NO_ONE) },
  { name: 'people-blocked', path: '/people?tab=blocked', before: listed(BLOCKED) },
  {
    name: 'people-list-refused',
    path: '/people?tab=followers',
    before: refusing(LISTED, 'service_unavailable'),
  },
  { name: 'person', path: `/people/${LONG.id}`, before: opened(LONG) },
  { name: 'person-silent', path: `/people/${idOf(2)}`, before: opened(PEOPLE[2] ?? LONG) },
  {
    name: 'person-blocked',
    path: `/people/${SOMEONE.id}`,
    before: opened({ ...SOMEONE, isBlocked: true }),
  },
  { name: 'person-question', path: `/people/${LONG.id}`, before: opened(LONG), act: pressing('Block') },
  { name: 'person-unknown', path: `/people/${idOf(9)}` },
  {
    name: 'person-refused',
    path: `/people/${idOf(9)}`,
    before: refusing('**/user/public/*', 'internal_error'),
  },
]

export const PEOPLE_SCREENS: readonly Screen[] = rows.map(row => ({ loggedIn: true, ...row }))
