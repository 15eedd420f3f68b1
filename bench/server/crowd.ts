import { administer } from '../../server/database/open.js'
import { DEFAULT_TENANT } from '../../src/core/contract/tenant.js'

const FIRST = 'ada bo carla dmitri eun farid greta hugo ines jonas kira lena'.split(' ')
const LAST = 'adler baptiste castro dahl egger farkas gomez huber ito jensen kohl'.split(' ')

/** Search queries from two letters, which match many names, to a full name. */
export const QUERIES = ['gr', 'car', 'jonas', 'huber', 'lena ad', 'player4680']

const PEOPLE = `
INSERT INTO users (tenant, email, email_folded, name, email_verified_at)
SELECT $1, 'player' || n || '@example.org', 'player' || n || '@example.org',
  ($2::text[])[1 + n % array_length($2::text[], 1)] || ' ' ||
  ($3::text[])[1 + (n / 7) % array_length($3::text[], 1)] || ' player' || n, now()
FROM generate_series(1, $4::int) AS n`

const PROFILES = `
INSERT INTO profiles (tenant, user_id, handle, public)
SELECT tenant, id, 'p_' || left(replace(id::text, '-', ''), 20), true FROM users WHERE tenant = $1
ON CONFLICT DO NOTHING`

const WORDS = `
INSERT INTO user_words (tenant, word, user_id, public, words)
SELECT DISTINCT users.tenant, word, id, true, ' ' || lower(name)
FROM users, regexp_split_to_table(lower(name), ' +') AS word WHERE users.tenant = $1
ON CONFLICT DO NOTHING`

export async function addCrowd(home: string, size: number): Promise<string[]> {
  return administer({ home }, async owner => {
    await owner.query("SELECT set_config('fretwork.tenant', $1, false)", [DEFAULT_TENANT])
    await owner.query(PEOPLE, [DEFAULT_TENANT, FIRST, LAST, size])
    await owner.query(PROFILES, [DEFAULT_TENANT])
    await owner.query(WORDS, [DEFAULT_TENANT])
    // The server's housekeeping does the same in production.
    await owner.query('VACUUM ANALYZE')
    const found = await owner.query<{ id: string }>(
      "SELECT id FROM users WHERE tenant = $1 AND email LIKE 'player%'",
      [DEFAULT_TENANT],
    )
    return found.rows.map(({ id }) => id)
  })
}

/** Returns the server's memory usage, MB. */
export async function memoryOf(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\d+)$/m.exec(text)?.[1]) / 1e6
}
