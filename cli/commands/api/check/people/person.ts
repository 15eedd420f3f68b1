/** An account with a session, as the requests of a check are made from it. */
import { CliError, EXIT } from '../../../../errors.js'
import { codeIn } from '../http/refusal.js'
import { parsed, sendPatiently, type Where } from '../http/wire.js'
import type { CheckAccount } from './accounts.js'

export interface Person {
  readonly email: string
  password: string
  jwt: string
  refreshToken: string
  id: string
}

/** Whom a worker makes its requests for. */
export interface People {
  readonly first: Person
  readonly second: Person
  /** Has nothing to do with what the first two make; missing where the accounts were given. */
  readonly stranger?: Person
  /** Tries what the schemas allow; it blocks, follows and renames at will. The first user does it where it is missing. */
  readonly tester?: Person
  /** Of the other tenant. */
  readonly foreigner?: Person
  readonly admin?: Person
}

/** The id of no user. */
export const NO_USER = '00000000-0000-4000-8000-000000000000'

const AUTH = '/presence/api/v1/auth'

/** @throws CliError `login_refused` */
export async function loggedIn(where: Where, account: CheckAccount): Promise<Person> {
  const { tenant } = where
  const { email, password } = account
  const person: Person = { email, password, jwt: '', refreshToken: '', id: NO_USER }
  const path = `${AUTH}/login`
  const answer = await sendPatiently(where, { method: 'POST', path, tenant, body: { email, password } })
  takeTokens(parsed(answer.text), person)
  if (person.jwt === '') {
    throw new CliError(
      'login_refused',
      `${email} cannot log in: the server answered with ${answer.status} ${codeIn(answer) ?? ''}.`,
      EXIT.network,
    )
  }
  const user = await sendPatiently(where, { method: 'GET', path: `${AUTH}/user`, tenant, jwt: person.jwt })
  takeId(parsed(user.text), person)
  return person
}

/** @returns the access token of a session that was ended */
export async function endedToken(where: Where, account: CheckAccount): Promise<string> {
  const { jwt } = await loggedIn(where, account)
  await sendPatiently(where, { method: 'GET', path: `${AUTH}/logout`, tenant: where.tenant, jwt })
  return jwt
}

export function takeTokens(json: unknown, person: Person): void {
  const { jwt, refreshToken } = fieldsOf(json)
  if (typeof jwt === 'string') person.jwt = jwt
  if (typeof refreshToken === 'string') person.refreshToken = refreshToken
}

export function takeId(json: unknown, person: Person): void {
  const { id } = fieldsOf(json)
  if (typeof id === 'string') person.id = id
}

/** Handles are small letters and digits. */
export function handleOf({ email }: Pick<Person, 'email'>): string {
  return email
    .replace(/@.*/, '')
    .replace(/[^a-z0-9]/g, '')
    .slice(-20)
}

export function fieldsOf(json: unknown): Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null ? { ...json } : {}
}
