import { randomBytes } from 'node:crypto'
import { parsedJson } from '../../../../src/core/platform/json.js'
import { CliError, refusedByServer, wrongUsage } from '../../../errors.js'
import { codeIn, cookieIn, sendPatiently, sendRequest, type Where } from './wire.js'

export interface CheckAccount {
  readonly email: string
  readonly password: string
}

export interface AccountSource {
  readonly throwAway: boolean
  open(): Promise<Accounts<CheckAccount>>
}

export interface Person extends CheckAccount {
  jwt: string
  refreshToken: string
  id: string
}

export interface Accounts<Account> {
  readonly first: Account
  readonly second: Account
  readonly stranger?: Account
  readonly foreigner?: Account
  readonly admin?: Account
}

export type People = Accounts<Person>

export const NO_USER = '00000000-0000-4000-8000-000000000000'

const AUTH = '/presence/api/v1/auth'
const TRIES = 100
const TRY_MS = 100

export function registered(
  where: Where & { readonly otherTenant?: string | undefined },
  tokenFor: (email: string) => Promise<string>,
): AccountSource {
  const openOne = async (which: string, tenant = where.tenant): Promise<CheckAccount> => {
    const email = `check-${which}-${randomBytes(6).toString('hex')}@check.invalid`
    const password = `check ${randomBytes(12).toString('hex')}`
    const register = await sendPatiently(where, {
      ...{ method: 'POST', path: `${AUTH}/register`, tenant },
      body: { email, password, name: `Check ${which}`, acceptTerms: true },
    })
    if (register.status !== 202) throw noAccounts(`registering returned ${register.status} ${register.text}`)
    // Send the registration cookie, as a browser would, so that the registered password is used.
    const cookie = cookieIn(register)
    const path = `${AUTH}/verify/${await tokenFor(email)}`
    const verify = await sendPatiently(where, { method: 'POST', path, tenant, cookie })
    if (verify.status !== 200) throw noAccounts(`verifying returned ${verify.status} ${verify.text}`)
    return { email, password }
  }
  return {
    throwAway: true,
    // Open the accounts one by one, because each token is read from the latest email.
    open: async () => ({
      first: await openOne('a'),
      second: await openOne('b'),
      stranger: await openOne('c'),
      ...(where.otherTenant !== undefined && { foreigner: await openOne('d', where.otherTenant) }),
    }),
  }
}

export function devMailToken(baseUrl: string): (email: string) => Promise<string> {
  return async email => {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const list = await sendRequest(baseUrl, { method: 'GET', path: '/dev/mail' })
      if (list.status !== 200)
        throw noAccounts(`it shows no mail at /dev/mail (${list.status}): name two accounts with --account`)
      const at = list.text.indexOf(email)
      const id =
        at < 0 ? undefined : [...list.text.slice(0, at).matchAll(/href="(\/dev\/mail\/[^"]+)"/g)].at(-1)?.[1]
      if (id) {
        const mail = await sendRequest(baseUrl, { method: 'GET', path: id.replaceAll('&amp;', '&') })
        const token = /#token=([A-Za-z0-9_-]{43})/.exec(mail.text)?.[1]
        if (token) return token
      }
      await new Promise(resolve => setTimeout(resolve, TRY_MS))
    }
    throw noAccounts(`no mail for ${email} came within ${(TRIES * TRY_MS) / 1000} seconds`)
  }
}

export function given(emails: readonly string[], password: string | undefined): AccountSource {
  const [first, second, ...others] = emails
  if (first === undefined || second === undefined || first === second || others.length > 0)
    throw wrongUsage('accounts_missing', 'Pass two accounts with --account.')
  if (!password)
    throw wrongUsage('password_missing', 'Set FRETWORK_PASSWORD to the password of both accounts.')
  return {
    throwAway: false,
    open: async () => ({ first: { email: first, password }, second: { email: second, password } }),
  }
}

export async function loggedIn(where: Where, { email, password }: CheckAccount): Promise<Person> {
  const { tenant } = where
  const person: Person = { email, password, jwt: '', refreshToken: '', id: NO_USER }
  const answer = await sendLogin(where, person)
  takeTokens(parsedJson(answer.text), person)
  if (person.jwt === '') {
    const message = `${email} cannot log in: the server responded with ${answer.status} ${codeIn(answer) ?? ''}.`
    throw refusedByServer('login_refused', message)
  }
  const user = await sendPatiently(where, { method: 'GET', path: `${AUTH}/user`, tenant, jwt: person.jwt })
  const { id } = fieldsOf(parsedJson(user.text))
  if (typeof id === 'string') person.id = id
  return person
}

function sendLogin(where: Where, { email, password }: CheckAccount) {
  const { tenant } = where
  return sendPatiently(where, { method: 'POST', path: `${AUTH}/login`, tenant, body: { email, password } })
}

export async function endedToken(where: Where, account: CheckAccount): Promise<string> {
  const { jwt } = await loggedIn(where, account)
  await sendPatiently(where, { method: 'GET', path: `${AUTH}/logout`, tenant: where.tenant, jwt })
  return jwt
}

export async function remove(where: Where, account: CheckAccount): Promise<string | undefined> {
  const { tenant } = where
  const { email, password } = account
  const logIn = await sendLogin(where, account)
  const { jwt } = fieldsOf(parsedJson(logIn.text))
  if (typeof jwt !== 'string') return `${email} was not deleted: it can no longer log in (${logIn.status}).`
  const gone = await sendPatiently(where, {
    ...{ method: 'POST', path: `${AUTH}/account/delete`, tenant, jwt },
    body: { currentPassword: password },
  })
  return gone.status === 204 ? undefined : `Couldn’t delete ${email}: the server returned ${gone.status}.`
}

export function takeTokens(json: unknown, person: Person): void {
  const { jwt, refreshToken } = fieldsOf(json)
  if (typeof jwt === 'string') person.jwt = jwt
  if (typeof refreshToken === 'string') person.refreshToken = refreshToken
}

export function handleOf({ email }: Pick<Person, 'email'>): string {
  return email
    .replace(/@.*/, '')
    .replace(/[^a-z0-9]/g, '')
    .slice(-20)
}

export function fieldsOf(json: unknown): Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null ? { ...json } : {}
}

function noAccounts(why: string): CliError {
  return refusedByServer('accounts_refused', `Couldn’t create test accounts: ${why}.`)
}
