// Queries of one reader in a large tenant. Their cost must depend on the reader's links, not the tenant size.
import { describe, expect, it } from 'vitest'
import { asOwner } from '../../../server/database/connection.js'
import type { Scope } from '../../../server/database/transactions.js'
import { givenBy, receivedBy } from '../../../server/homework/assignments.js'
import { detailsFor } from '../../../server/homework/takes.js'
import { feedFor } from '../../../server/sharing/shares.js'
import { rowsRead } from '../support/test-database.js'
import { sharingWorld } from './sharing-world.js'

const FOLLOWED = 40
const GIVEN = 40
const RECEIVED = 60
const STUDENTS = 20

/** Each user shares two songs; every fifth user shares them with selected users only. */
const crowdOf = (people: number, reader: string) => `
  SELECT set_config('fretwork.tenant', 'fretwork', false);
  SET session_replication_role = replica;
  INSERT INTO users (tenant, email, email_folded, name)
    SELECT 'fretwork', 'p' || n || '@crowd.example', 'p' || n || '@crowd.example', 'Person ' || n
    FROM generate_series(1, ${people}) n;
  CREATE TEMP TABLE crowd AS SELECT id, substr(name, 8)::int AS n FROM users WHERE name LIKE 'Person %';
  INSERT INTO profiles (tenant, user_id, handle, public) SELECT 'fretwork', id, 'person' || n, true FROM crowd;
  INSERT INTO library_records (tenant, user_id, kind, id, seq, fields, size)
    SELECT 'fretwork', id, 'song', 'song' || k, k, '{"name": {"value": "Song", "seq": 1, "by": ""}}', 40
    FROM crowd, generate_series(1, 2) k;
  INSERT INTO shares (tenant, id, owner_id, kind, record_id, audience, shared_at)
    SELECT 'fretwork', gen_random_uuid(), id, 'song', 'song' || k, CASE n % 5 WHEN 0 THEN 'people' ELSE 'public' END,
      timestamptz '2026-01-01' + n * interval '1 second' + k * interval '1 ms'
    FROM crowd, generate_series(1, 2) k;
  INSERT INTO share_people (tenant, share_id, user_id, shared_at)
    SELECT 'fretwork', shares.id, CASE WHEN n <= ${5 * GIVEN} THEN '${reader}' ELSE gen_random_uuid() END, shared_at
    FROM shares JOIN crowd ON owner_id = crowd.id WHERE audience = 'people' AND record_id = 'song1';
  INSERT INTO links (tenant, from_id, kind, to_id)
    SELECT 'fretwork', '${reader}', 'follow', id FROM crowd WHERE n <= ${2 * FOLLOWED} AND n % 2 = 1;
  INSERT INTO links (tenant, from_id, kind, to_id)
    SELECT 'fretwork', id, 'follow', '${reader}' FROM crowd WHERE n % 2 = 0;
  INSERT INTO assignments (tenant, id, teacher_id, record_id, title, tempo, looping, note, given_at)
    SELECT 'fretwork', gen_random_uuid(), id, 'song1', 'Etude', 100, false, '',
      timestamptz '2026-01-01' + n * interval '1 second' + k * interval '1 ms'
    FROM crowd, generate_series(1, 2) k;
  INSERT INTO assignment_students (tenant, assignment_id, user_id, state, sends_takes, given_at)
    SELECT 'fretwork', assignments.id, CASE WHEN n <= ${RECEIVED / 2} THEN '${reader}' ELSE gen_random_uuid() END,
      'accepted', true, given_at FROM assignments JOIN crowd ON teacher_id = crowd.id;
  INSERT INTO assignments (tenant, id, teacher_id, record_id, title, tempo, looping, note, given_at)
    SELECT 'fretwork', gen_random_uuid(), '${reader}', 'song1', 'Etude', 100, false, '',
      timestamptz '2026-01-01' + k * interval '1 ms' FROM generate_series(1, ${GIVEN}) k;
  INSERT INTO assignment_students (tenant, assignment_id, user_id, state, sends_takes, given_at)
    SELECT 'fretwork', assignments.id, crowd.id, 'accepted', true, given_at
    FROM assignments JOIN crowd ON n <= ${STUDENTS} WHERE teacher_id = '${reader}';
  SET session_replication_role = DEFAULT;
  ANALYZE`

/** @param people number of users in the tenant; does not affect the expected limits */
export async function describeCrowd(people: number) {
  const world = await sharingWorld()
  const { database, address } = world.db
  const [reader, newcomer] = [await world.person(), await world.person()]
  await asOwner(address, owner => owner.query(crowdOf(people, reader.id)))

  const rows = (work: (scope: Scope) => Promise<unknown>) =>
    database.inTenant('fretwork', scope => rowsRead(scope, '', () => work(scope)))

  describe(`queries with ${people} users`, () => {
    it('a feed query reads only rows of followed users and direct shares', async () => {
      expect(await rows(scope => feedFor(scope, reader.id))).toBeLessThan(400)
      expect(await rows(scope => feedFor(scope, newcomer.id))).toBeLessThan(10)
    })

    it('a homework query reads only its page and that page’s students', async () => {
      expect(await rows(scope => receivedBy(scope, reader.id, undefined))).toBeLessThan(200)
      expect(await rows(scope => receivedBy(scope, newcomer.id, undefined))).toBeLessThan(10)
      expect(await rows(scope => givenBy(scope, reader.id, undefined))).toBeLessThan(60 * STUDENTS)
    })

    it('an assignment query reads only its own rows', async () => {
      const [given] = (await reader.get('homework/given')).items
      const [received] = (await reader.get('homework/received')).items
      for (const { id } of [given, received])
        expect(await rows(scope => detailsFor(scope, reader.id, id, undefined))).toBeLessThan(10 * STUDENTS)
    })

    it('paging through a feed returns each item exactly once', async () => {
      const ids: string[] = []
      let cursor: string | undefined
      do {
        const page = await reader.get(`share/feed${cursor ? `?cursor=${cursor}` : ''}`)
        ids.push(...page.items.map(({ id }: { readonly id: string }) => id))
        cursor = page.next
      } while (cursor)
      // Of the followed users, eight share with selected users only.
      expect(ids).toHaveLength(2 * (FOLLOWED - 8) + GIVEN)
      expect(new Set(ids).size).toBe(ids.length)
    })
  })
}
