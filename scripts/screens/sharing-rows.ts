// Sharing, homework and setlists: full, empty and refused.
import type { Page } from 'playwright'
import type { Assignment, HomeworkStudent } from '../../src/core/api/homework.js'
import type { OwnShare, Shared, SharedContent, ShareReport } from '../../src/core/api/sharing.js'
import { answering, both, refusing } from './answers.js'
import { pressing, type Screen, settled } from './screen.js'

const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const IDA = { id: idOf(1), name: 'Ida Lund', handle: 'ida' }
const MAX = {
  ...{ id: idOf(2), name: 'Maximiliane Freifrau von Hohenstein-Wartenberg' },
  handle: 'maximiliane_hohenstein_wartenb',
}
const AT = '2026-11-20T18:30:00.000Z'

const SHARED: readonly Shared[] = [
  { id: idOf(3), kind: 'song', title: 'Blackbird', by: IDA, sharedAt: AT, version: 4 },
  {
    id: idOf(4),
    kind: 'setlist',
    title: 'Friday at the Old Brewery, second set',
    by: MAX,
    sharedAt: AT,
    version: 9,
  },
  { id: idOf(5), kind: 'tuning', title: 'Open D minor', by: IDA, sharedAt: AT, version: 2 },
]
const song = (id: string, title: string) => ({
  id,
  title,
  file: `${title}.mid`,
  size: 100,
  hash: '0'.repeat(64),
})
const SETLIST: SharedContent = {
  ...{ id: idOf(4), kind: 'setlist', title: 'Friday at the Old Brewery, second set', by: MAX },
  ...{ sharedAt: AT, version: 9 },
  fields: {
    songs: [
      { song: 'a', tempo: 90 },
      { song: 'b', tempo: 100 },
    ],
  },
  songs: [song('a', 'Blackbird'), song('b', 'Caprice in A minor, with all repeats')],
}
const link = { id: idOf(6), createdAt: AT, expiresAt: '2026-12-20T18:30:00.000Z', viewsLeft: 12 }
const OWN: readonly OwnShare[] = [
  {
    ...{ id: idOf(7), kind: 'song', record: 'autumn~1', title: 'Autumn', audience: 'people' },
    ...{ people: [IDA, MAX], links: [link], sharedAt: AT, removed: false },
  },
  {
    ...{ id: idOf(8), kind: 'shape', record: 'claw', title: 'The claw', audience: 'public' },
    ...{ people: [], links: [], sharedAt: AT, removed: true },
  },
]
const REPORT: ShareReport = {
  ...{ id: idOf(9), at: AT, reason: 'copyright', note: 'This is my arrangement.', reporter: IDA },
  share: { id: idOf(3), kind: 'song', title: 'Blackbird', audience: 'public', by: MAX },
}

const students: readonly HomeworkStudent[] = [
  { person: IDA, state: 'accepted', sendsTakes: true, takes: 2, best: 0.92, lastAt: AT },
  { person: MAX, state: 'given', sendsTakes: false, takes: 0 },
]
const GIVEN: Assignment = {
  ...{ id: idOf(3), song: 'etude~1', title: 'Etude, first section', from: 1, to: 8, tempo: 80, loop: true },
  ...{
    note: 'Count along.\nThird finger in bar 5.',
    givenAt: AT,
    hash: '0'.repeat(64),
    file: 'Etude.mid',
    size: 100,
  },
  teacher: IDA,
  students: [...students],
}
const counts = { hit: 22, early: 0, late: 1, wrong: 0, missed: 1, extra: 0 }
const take = (id: string, accuracy: number) => ({
  ...{ id, at: AT, tempo: 80, complete: true, accuracy, counts, student: IDA.id },
  byBar: [{ bar: 5, written: 8, right: 6 }],
})
const DETAILS = {
  assignment: GIVEN,
  takes: [take('b', 0.92), take('a', 0.71)],
  comments: [{ id: idOf(4), by: IDA, student: IDA.id, bar: 5, text: 'Which finger here?', at: AT }],
}

const NONE = { items: [], more: false }
const feed = answering('**/share/feed*', { items: SHARED, more: true })
const mine = answering('**/share/mine', { items: OWN })
const listed = answering('**/user/link/?*', { items: [], total: 0 })
const groups = answering('**/presence/api/v1/groups/', {
  items: [{ id: idOf(5), name: 'Beginners', teacher: IDA, members: [MAX] }],
})

/** A setlist of two songs that this browser does not have. */
const withSetlist = (page: Page) =>
  page.addInitScript(() => {
    const songs = [
      { song: 'a', title: 'Blackbird', tempo: 90 },
      { song: 'b', title: 'Caprice in A minor, with all repeats', tempo: 100, from: 5, to: 24 },
    ]
    const user = JSON.parse(
      atob(
        (/jwt%22%3A%22[^.]+\.([^.]+)/.exec(document.cookie)?.[1] ?? '').replace(/-/g, '+').replace(/_/g, '/'),
      ) || '{}',
    ).sub
    localStorage.fretworkSetlists = JSON.stringify({
      ...{ version: '1', kept: [{ id: 'friday', user, name: 'Friday', songs }] },
    })
  })

const rows: readonly Screen[] = [
  { name: 'shared', path: '/shared', before: both(feed, mine) },
  {
    name: 'shared-none',
    path: '/shared',
    before: both(answering('**/share/feed*', NONE), answering('**/share/mine', { items: [] })),
  },
  { name: 'shared-refused', path: '/shared', before: refusing('**/share/*', 'service_unavailable') },
  { name: 'shared-with', path: '/shared/with?kind=song&record=autumn~1', before: both(mine, listed) },
  { name: 'shared-removed', path: '/shared/with?kind=shape&record=claw', before: mine },
  { name: 'shared-setlist', path: `/shared/${idOf(4)}`, before: answering(`**/share/${idOf(4)}`, SETLIST) },
  {
    name: 'shared-report',
    path: `/shared/${idOf(4)}`,
    before: answering(`**/share/${idOf(4)}`, SETLIST),
    act: pressing('Report this'),
  },
  { name: 'shared-gone', path: `/shared/${idOf(4)}` },
  {
    name: 'shared-link',
    path: `/link/${'A'.repeat(43)}`,
    loggedIn: false,
    before: answering('**/api/v1/shared/*', { ...SETLIST, public: false }),
  },
  { name: 'shared-link-ended', path: `/link/${'A'.repeat(43)}`, loggedIn: false },
  {
    name: 'homework',
    path: '/homework',
    before: both(answering('**/api/v1/homework/', { received: [GIVEN], given: [GIVEN] }), groups),
  },
  { name: 'homework-none', path: '/homework' },
  { name: 'homework-new', path: '/homework/new', before: both(groups, listed) },
  {
    name: 'homework-details',
    path: `/homework/${idOf(3)}`,
    before: answering(`**/api/v1/homework/${idOf(3)}`, DETAILS),
  },
  { name: 'homework-gone', path: `/homework/${idOf(3)}` },
  { name: 'homework-group', path: `/homework/group/${idOf(5)}`, before: both(groups, listed) },
  { name: 'setlists', path: '/setlists' },
  { name: 'setlist', path: '/setlists/friday', before: withSetlist },
  {
    name: 'admin-reports',
    path: '/admin',
    asAdmin: true,
    before: answering('**/admin/reports', { items: [REPORT] }),
    act: async page => {
      await page.getByRole('tab', { name: 'Reports' }).click()
      await settled(page)
    },
  },
]

export const SHARING_SCREENS: readonly Screen[] = rows.map(row => ({ loggedIn: true, ...row }))
