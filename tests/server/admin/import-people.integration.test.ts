import { beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../../server/database/connection.js'
import { ofTenant } from '../../../server/database/queries.js'
import { profiles, users } from '../../../server/database/schema.js'
import { isInvitableBy } from '../../../server/sharing/visibility.js'
import { setTenant } from '../../../server/tenants/tenants.js'
import { theirProfiles } from '../../../server/users/public-profiles.js'
import type { Level } from '../../../src/core/contract/claims.js'
import { mailBox } from '../support/mail-box.js'
import { AUTH, codeOf, PASSWORD, serverForFile } from '../support/test-app.js'
import { person } from '../users/people.js'

const { db, server } = await serverForFile()
const box = mailBox(db.database, server.clock)
const chief = await person(server, 'chief', { public: false, roles: ['Admin'] })
const teacher = await person(server, 'teacher', { public: false })

const importing = (csv: string, more: object = { teacher: 'teacher@mail.example' }, jwt = chief.jwt) =>
  server.send('/presence/api/v1/admin/users/import', { body: { csv, ...more }, jwt })
const groups = async (jwt = teacher.jwt) => {
  const { items } = (await server.send('/presence/api/v1/groups/', { jwt })).json()
  return items.map((group: { name: string; members: { name: string }[] }) => [
    group.name,
    group.members.map(({ name }) => name).sort(),
  ])
}

it('importing users sends invitations and creates a teacher’s groups of private users', async () => {
  const csv =
    '\uFEFFName;Email;Groups\r\n"Weiß; Ida";ida@school.example;4a|Choir\r\nJon;jon@school.example;4a\r\n'
  expect((await importing(csv)).json()).toEqual({ invited: 2, present: 0, groups: 2 })
  const emails = await box.collect()
  expect(emails.map(({ to, template }) => [to, template]).sort()).toEqual([
    ['ida@school.example', 'invited'],
    ['jon@school.example', 'invited'],
  ])
  expect(await groups()).toEqual([
    ['4a', ['Jon', 'Weiß; Ida']],
    ['Choir', ['Weiß; Ida']],
  ])
  const token = emails.find(({ to }) => to === 'ida@school.example')?.values.token
  server.clock.now += 13 * 24 * 60 * 60 * 1000
  await box.collect()
  const chosen = await server.send(`${AUTH}/password/reset/${token}`, { body: { password: PASSWORD } })
  expect(chosen.statusCode).toBe(200)
  // The first password does not send a password change email.
  expect(await box.collect()).toEqual([])
  const ida = await server.logIn('ida@school.example')
  expect(await groups(ida.jwt)).toHaveLength(2)
})

it('importing users makes group owners teachers who can assign homework to the students', async () => {
  const { jwt } = await server.logIn('teacher@mail.example')
  expect((await server.send(`${AUTH}/user`, { jwt })).json().roles).toEqual(['Teacher'])
  const invitable = await db.inFretwork(scope =>
    scope.sql
      .select({ name: users.name })
      .from(users)
      .innerJoin(profiles, theirProfiles)
      .where(ofTenant(scope, users, isInvitableBy(scope, teacher.id))),
  )
  expect(invitable.map(({ name }) => name).sort()).toEqual(['Jon', 'Weiß; Ida'])
})

it('importing again sends reminders only to users without an active account', async () => {
  const { jwt } = await server.logIn('chief@mail.example')
  await box.collect()
  const csv = 'email,name\nIDA@school.example,Other\njon@school.example,Jon\nnew@school.example,New'
  expect((await importing(csv, {}, jwt)).json()).toEqual({ invited: 2, present: 1, groups: 0 })
  expect((await box.collect()).map(({ to }) => to).sort()).toEqual([
    'jon@school.example',
    'new@school.example',
  ])
})

it('importing never downgrades a paid plan, and new accounts start on the tenant’s plan', async () => {
  const { jwt } = await server.logIn('chief@mail.example')
  const payer = await server.addUser('payer@school.example')
  await db.inFretwork(({ sql }) =>
    sql.execute(`INSERT INTO billing_customers (tenant, user_id, customer_id, provider)
        VALUES ('fretwork', '${payer.id}', 'c', 'test')`),
  )
  await db.inFretwork(({ sql }) =>
    sql.execute(`INSERT INTO subscriptions (tenant, id, user_id, status, prices, features, valid_until, as_of)
        VALUES ('fretwork', 's', '${payer.id}', 'active', '{}', '{SubscriptionLevel.Pro}', '2100-01-01', 1)`),
  )
  const setPlan = (plan: Level) => asOwner(db.address, owner => setTenant(owner, 'fretwork', { plan }))
  await setPlan('Basic')
  await importing(
    'name,email,Plan\nP,payer@school.example,basic\nA,fresh@school.example,\nB,free@school.example,Free',
    {},
    jwt,
  )
  await setPlan('free')
  const levels = async (email: string) =>
    (
      await server.send('/presence/api/v1/admin/users/', {
        jwt,
        body: { query: email, page: 1, pageSize: 9 },
      })
    ).json().items[0].features
  expect(await levels('payer@school.example')).toEqual(['SubscriptionLevel.Basic', 'SubscriptionLevel.Pro'])
  expect(await levels('fresh@school.example')).toEqual(['SubscriptionLevel.Basic'])
  expect(await levels('free@school.example')).toEqual([])
})

it('importing users is limited by file size and rejects non-admins', async () => {
  const { jwt } = await server.logIn('teacher@mail.example')
  expect(codeOf(await importing('x'.repeat(70_000), {}, jwt))).toBe('413 body_too_large')
  expect(codeOf(await importing('name,email\nA,a@b.example', {}, jwt))).toBe('403 forbidden')
})

describe('invalid import file', () => {
  let jwt = ''
  beforeAll(async () => {
    jwt = (await server.logIn('chief@mail.example')).jwt
    await box.collect()
  })

  it.each([
    ['name,mail\nA,a@b.example', 'The first line is missing the column “email”.'],
    ['name,email', 'The file contains no people.'],
    ['name,email\nA,a@b.example\n\nB,nowhere', 'Line 4: “nowhere” isn’t a valid email address.'],
    ['name,email\nA,a@b.example\nB,A@B.example', 'Line 3 has the same email address as line 2.'],
    ['name,email\n"A\nB,a@b.example', 'The file contains a quotation mark that is never closed.'],
    ['name,email\n"A"B,a@b.example', 'Line 2: a quotation mark is in the wrong place.'],
    ['name,email\nM\uFFFDller,a@b.example', 'The file isn’t encoded as UTF-8. Save it as “CSV UTF-8”.'],
    [
      `name,email\n${'A,a@b.example\n'.repeat(201)}`,
      'The file contains more than 200 people. Split it into several files.',
    ],
    ['name,email,groups\nA,a@b.example,1|2|3|4|5|6', 'Line 2 lists more than 5 groups.'],
    [
      'name,email,plan\nA,a@b.example,Gold',
      'Line 2: “Gold” isn’t a plan. Use free, Basic, Pro or Enterprise.',
    ],
    ['name,email,groups\nA,a@b.example,1', 'There’s no active account for “unknown@mail.example”.'],
  ])('an invalid import file is rejected with the reason and imports no users: %j', async (csv, sentence) => {
    const answer = await importing(csv, { teacher: 'unknown@mail.example' }, jwt)
    expect(codeOf(answer)).toBe('400 import_invalid')
    expect(answer.json().errors[0].message).toBe(sentence)
    expect(await box.collect()).toEqual([])
  })
})
