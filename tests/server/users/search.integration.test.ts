// Search: matching, ordering, and index use under row-level security.
import { expect, it } from 'vitest'
import { asOwner } from '../../../server/database/connection.js'
import { findPeople } from '../../../server/users/search.js'
import { serverForFile } from '../support/test-app.js'
import { rowsRead } from '../support/test-database.js'
import { callsOf, person } from './people.js'

const CROWD = 5000
const { db, server } = await serverForFile()
const on = callsOf(server)
const ada = await person(server, 'ada', { name: 'Ada Ångström' })
await person(server, 'anna_lu', { name: 'Anna-Lu 100% Weiß' })
await person(server, 'hidden', { name: 'Anna Hidden', public: false })
await addCrowd()

/** Inserts many users directly into the tables, with names such as `Person 17 Walker17`. */
async function addCrowd() {
  await asOwner(db.address, async owner => {
    await owner.query(`BEGIN; SELECT set_config('fretwork.tenant', 'fretwork', true);
      INSERT INTO users (tenant, email, email_folded, name)
        SELECT 'fretwork', 'p' || n || '@crowd.example', 'p' || n || '@crowd.example', 'Person Walker' || n
        FROM generate_series(1, ${CROWD}) n;
      INSERT INTO profiles (tenant, user_id, handle, public)
        SELECT tenant, id, 'walker' || substr(name, 14), true FROM users WHERE name LIKE 'Person %';
      INSERT INTO user_words
        SELECT tenant, word, id, true, ' ' || lower(name) FROM users, LATERAL (VALUES ('person'), (lower(split_part(name, ' ', 2)))) w(word)
        WHERE name LIKE 'Person %';
      COMMIT; ANALYZE users; ANALYZE profiles; ANALYZE user_words; ANALYZE links`)
  })
}

const names = async (query: string) => (await on.find(ada, query)).items.map(({ name }) => name)

it('user search matches word prefixes in any order, ignoring case and accents', async () => {
  expect(await names('ANGS')).toEqual(['Ada Ångström'])
  expect(await names('  ångström,   ad ')).toEqual(['Ada Ångström'])
  expect(await names('weiss')).toEqual(['Anna-Lu 100% Weiß'])
  expect(await names('lu weiß 10 an')).toEqual(['Anna-Lu 100% Weiß'])
  expect(await names('lu')).toEqual(['Anna-Lu 100% Weiß'])
  for (const none of ['ström', 'ada weiss', 'adaa', 'ada.mail', 'mail', 'example'])
    expect(await names(none)).toEqual([])
})

it('wildcard characters in a user search are matched literally', async () => {
  for (const query of ['%', '_', '\\', '%%%', 'ad_', '', '   ', "'; --"]) {
    const expected = query === 'ad_' ? ['Ada Ångström'] : []
    expect(await names(query)).toEqual(expected)
  }
  expect(await names('100%')).toEqual(['Anna-Lu 100% Weiß'])
})

it('private users are excluded from user search', async () => {
  expect([(await on.find(ada, 'anna')).total, (await on.find(ada, 'anna hid')).total]).toEqual([1, 0])
})

it('user search results are counted and paginated without duplicates', async () => {
  const pages = await Promise.all([1, 2, 3].map(page => on.find(ada, 'walker155', page, 5)))
  const ids = pages.flatMap(({ items }) => items.map(({ id }) => id))
  expect(new Set(ids).size).toBe(11)
  for (const page of pages) expect(page).toMatchObject({ total: 11, more: false })
  expect(pages[0]?.items.slice(0, 3).map(({ name }) => name)).toEqual([
    'Person Walker155',
    'Person Walker1550',
    'Person Walker1551',
  ])
  expect(await on.find(ada, 'walker155', 4, 5)).toEqual({ items: [], total: 11, more: false })
})

it('user search lists the closest of many matches and reports further matches', async () => {
  const first = await on.find(ada, 'walker', 1, 20)
  expect(first).toMatchObject({ total: 201, more: true, items: { length: 20 } })
  expect(first.items[0]?.name).toBe('Person Walker1')
  expect(await on.find(ada, 'walker', 11, 20)).toMatchObject({ total: 201, items: { length: 1 } })
  expect(await on.find(ada, 'walker', 12, 20)).toMatchObject({ total: 201, items: [] })
})

it.each(['force_custom_plan', 'force_generic_plan'])(
  'user search reads only matching words with %s',
  async mode => {
    for (const [query, matches] of [
      ['walker199', 11],
      ['person walker77', 11],
    ] as const) {
      const read = await db.database.readInTenant('fretwork', async scope => {
        await scope.sql.execute(`SET LOCAL plan_cache_mode = ${mode}`)
        return rowsRead(scope, 'user_words', () =>
          findPeople(scope, ada.id, query, { page: 1, pageSize: 20 }),
        )
      })
      // The query counts the matches and reads the page.
      expect(read).toBeLessThanOrEqual(2 * matches)
    }
  },
)
