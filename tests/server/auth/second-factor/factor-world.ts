// Server with second-factor users and request helpers.
import { eq } from 'drizzle-orm'
import { codeAt, stepAt } from '../../../../server/auth/second-factor/totp.js'
import { auditLog } from '../../../../server/database/schema.js'
import type { FactorChallenge } from '../../../../src/core/contract/problem.js'
import { softAuthenticator } from '../../support/authenticator.js'
import { mailBox } from '../../support/mail-box.js'
import { AUTH, codeOf, PASSWORD, type Sent, serverForFile } from '../../support/test-app.js'

export const ORIGIN = 'https://fretwork.example'
export const FACTOR = `${AUTH}/second-factor`
export const STEP_MS = 30_000
const MINUTE_MS = 61_000

/** Decodes base32 without padding (RFC 4648). */
export function fromBase32(text: string): Buffer {
  const bits = [...text].map(letter =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map(byte => Number.parseInt(byte, 2)))
}

export async function factorWorld(env: Record<string, string> = {}) {
  const { db, server } = await serverForFile({ env: { FRETWORK_PUBLIC_URL: ORIGIN, ...env } })
  const box = mailBox(db.database, server.clock)
  let count = 0
  const { clock, send } = server
  const post = (path: string, body: unknown, more: Sent = {}) =>
    send(`${FACTOR}${path}`, { method: 'POST', body, ...more })

  /** Creates a user and logs in. */
  const person = async (more: Parameters<typeof server.addUser>[1] = {}) => {
    clock.now += MINUTE_MS
    const email = `person${++count}@example.org`
    const { id } = await server.addUser(email, more)
    return { id, email, ...(await server.logIn(email)) }
  }
  /** Sets up an authenticator app and advances the clock to the next step. */
  const addTotp = async (jwt: string, body: object = { currentPassword: PASSWORD }) => {
    const begun = await post('/totp', body, { jwt })
    if (begun.statusCode !== 200) throw new Error(`Setting up failed: ${begun.body}`)
    const secret = fromBase32(begun.json().secret)
    const code = codeAt(secret, stepAt(clock.now))
    const added = await post('/totp/confirm', { challenge: begun.json().challenge, code }, { jwt })
    if (added.statusCode !== 200) throw new Error(`Setting up failed: ${added.body}`)
    clock.now += STEP_MS
    return { secret, codes: (added.json().recoveryCodes ?? []) as string[] }
  }
  const addPasskey = async (
    jwt: string,
    key = softAuthenticator(),
    body: object = { currentPassword: PASSWORD },
  ) => {
    const begun = await post('/passkeys/options', body, { jwt })
    const { challenge, options } = begun.json()
    const created = key.create({ challenge: options.challenge, origin: ORIGIN })
    const added = await post('/passkeys', { challenge, name: 'My key', ...created }, { jwt })
    return { key, begun, added, codes: (added.json().recoveryCodes ?? []) as string[] }
  }
  /** Sends the password and returns the second-factor challenge. */
  const firstStep = async (email: string, password = PASSWORD): Promise<FactorChallenge> => {
    const answer = await send(`${AUTH}/login`, { body: { email, password } })
    if (answer.json().code !== 'second_factor_required')
      throw new Error(`No second factor was requested: ${answer.body}`)
    return answer.json().secondFactor
  }
  return {
    ...server,
    ...{ db, box, post, person, addTotp, addPasskey, firstStep },
    /** Current TOTP code for a secret. */
    codeNow: (secret: Buffer, offset = 0) => codeAt(secret, stepAt(clock.now) + offset),
    /** Returns the status and error code of a response. */
    code: async (path: string, body: unknown, more: Sent = {}) => codeOf(await post(path, body, more)),
    /** Requests the step-up challenge for a sensitive change. */
    challengeFor: async (jwt: string): Promise<FactorChallenge> =>
      (await send(`${FACTOR}/challenge`, { method: 'POST', jwt })).json(),
    state: async (jwt: string) => (await send(FACTOR, { jwt })).json(),
    /** Creates a user with an authenticator app, logged in with the session that set it up. */
    async guarded(more: Parameters<typeof server.addUser>[1] = {}) {
      const user = await person(more)
      const app = await addTotp(user.jwt)
      await box.collect()
      return { ...user, ...app }
    },
    async actions(subject: string): Promise<string[]> {
      const rows = await db.inFretwork(({ sql }) =>
        sql.select().from(auditLog).where(eq(auditLog.subject, subject)).orderBy(auditLog.id),
      )
      return rows.map(({ action }) => action)
    },
  }
}
