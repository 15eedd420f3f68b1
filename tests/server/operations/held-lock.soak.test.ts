// A table that someone has locked: what does not need it goes on, and what needs it is refused within seconds.
import { afterEach, describe, expect, it } from 'vitest'
import { asOwner } from '../../../server/database/connection.js'
import { AUTH, PASSWORD, serverForFile } from '../support/test-app.js'
import { callsOf, person } from '../users/people.js'

/** Far from the ten seconds after which proxies and users give up. */
const SOON_MS = 1500
const SECONDS_MS = 8000
const html = { accept: 'text/html' }

const { db, server } = await serverForFile({
  patience: 1,
  env: { FRETWORK_LOGINS_PER_MINUTE: '900,900' },
  files: {
    'index.html': '<!doctype html><div id="root"></div>',
    'manifest.webmanifest': '{}',
    'assets/a-1.js': 'let a',
  },
})
const ada = await person(server, 'ada')
const ben = await person(server, 'ben')

let stuck: Promise<{ status: number }>[] = []
afterEach(async () => {
  await Promise.allSettled(stuck)
  stuck = []
})

const whileLocked = <T>(table: string, work: () => Promise<T>): Promise<T> =>
  asOwner(db.address, async owner => {
    await owner.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
    try {
      return await work()
    } finally {
      await owner.query('ROLLBACK')
    }
  })

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; answer: T }> {
  const began = performance.now()
  const answer = await work()
  return { ms: performance.now() - began, answer }
}

/** Requests that need the table, more than there are connections, and the next ones as soon as these are refused. */
function fillWithStuck(follow: () => Promise<{ status: number }>): void {
  const one = async () => {
    const first = await follow()
    await follow()
    return first
  }
  stuck = Array.from({ length: 20 }, one)
}

const logIn = () =>
  server.send(`${AUTH}/login`, {
    body: { email: 'ada@mail.example', password: PASSWORD },
    address: '10.0.0.9',
  })

const NEEDS_NO_DATABASE: [string, object?][] = [
  ['/health'],
  ['/metrics', { tenant: undefined }],
  ['/assets/a-1.js'],
  ['/', { headers: html }],
  ['/fretboard', { headers: html }],
  ['/index.html'],
  ['/manifest.webmanifest'],
  ['/tenant.json'],
  ['/health', { headers: { origin: 'https://app.other.example' } }],
]

describe('a lock on links', () => {
  it('leaves health, metrics, pages and log-in alone, and refuses what needs it', async () => {
    await whileLocked('links', async () => {
      fillWithStuck(() => callsOf(server).follow(ada, ben))
      // Until all of them wait.
      await expect.poll(() => db.database.connections().waiting).toBeGreaterThan(10)
      for (let round = 0; round < 2; round += 1) {
        for (const [url, sent] of NEEDS_NO_DATABASE) {
          const { ms, answer } = await timed(() => server.send(url, sent))
          expect([url, answer.statusCode]).toEqual([url, 200])
          expect(ms, url).toBeLessThan(SOON_MS)
        }
        const { ms, answer } = await timed(logIn)
        expect(answer.statusCode).toBe(200)
        expect(ms).toBeLessThan(SOON_MS)
      }
      const refused = await timed(() => Promise.all(stuck))
      expect(refused.ms).toBeLessThan(2 * SECONDS_MS)
      expect(new Set(refused.answer.map(({ status }) => status))).toEqual(new Set([503]))
    })
    expect((await callsOf(server).follow(ada, ben)).status).toBe(200)
  })
})

describe.each(['users', 'rate_limits', 'tenants'])('a lock on %s, which a log-in needs', table => {
  it('refuses log-ins within seconds, with 503 and when to come back', async () => {
    await whileLocked(table, async () => {
      const { ms, answer } = await timed(() => Promise.all(Array.from({ length: 12 }, logIn)))
      expect(ms).toBeLessThan(SECONDS_MS)
      for (const one of answer) {
        expect([one.statusCode, one.json().code]).toEqual([503, 'service_unavailable'])
        expect(one.headers['retry-after']).toBe('5')
      }
    })
    expect((await logIn()).statusCode).toBe(200)
  })
})
