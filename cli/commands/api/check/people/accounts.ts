/** Where the accounts of a check come from: made for it and removed afterwards, or given by the caller. */
import { randomBytes } from 'node:crypto'
import { CliError, EXIT } from '../../../../errors.js'
import { parsed, sendPatiently, sendRequest, type Where } from '../http/wire.js'

export interface CheckAccount {
  readonly email: string
  readonly password: string
}

export interface AccountSource {
  /** They may be changed and removed at will. */
  readonly throwAway: boolean
  /** @param worker from 0; no two share an account */
  open(worker: number): Promise<WorkerAccounts>
}

export interface WorkerAccounts {
  readonly first: CheckAccount
  readonly second: CheckAccount
  /** Where accounts are made: two that have nothing to do with the others, and one of the other tenant. */
  readonly stranger?: CheckAccount
  readonly tester?: CheckAccount
  readonly foreigner?: CheckAccount
}

const AUTH = '/presence/api/v1/auth'
/** Mail is written by a worker, soon. */
const TRIES = 100
const TRY_MS = 100

/** @param tokenFor finds the secret of the link that was mailed to an address */
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
    if (register.status !== 202)
      throw noAccounts(`registering answered with ${register.status} ${register.text}`)
    const path = `${AUTH}/verify/${await tokenFor(email)}`
    const verify = await sendPatiently(where, { method: 'POST', path, tenant, body: { password } })
    if (verify.status !== 200) throw noAccounts(`verifying answered with ${verify.status} ${verify.text}`)
    return { email, password }
  }
  return {
    throwAway: true,
    // One after another: the link of the email that came last is the one that is asked for.
    open: inTurn(async () => ({
      first: await openOne('a'),
      second: await openOne('b'),
      stranger: await openOne('c'),
      tester: await openOne('d'),
      ...(where.otherTenant !== undefined && { foreigner: await openOne('e', where.otherTenant) }),
    })),
  }
}

/** What a demo shows at /dev/mail. */
export function devMailToken(baseUrl: string): (email: string) => Promise<string> {
  return async email => {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const list = await sendRequest(baseUrl, { method: 'GET', path: '/dev/mail' })
      if (list.status !== 200) {
        throw noAccounts(`it shows no mail at /dev/mail (${list.status}): name two accounts with --account`)
      }
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

/** @returns `make`, of which each call begins when the one before it has ended */
function inTurn<T>(make: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    const next = last.then(make)
    // Its failure is reported to its own caller.
    last = next.catch(() => undefined)
    return next
  }
}

/** Accounts that stay as they are: nothing that lasts is tried with them. @param workers each needs two */
export function given(emails: readonly string[], password: string | undefined, workers = 1): AccountSource {
  if (emails.length !== 2 * workers || new Set(emails).size !== emails.length) {
    const message =
      workers === 1
        ? 'Give --account twice: the check needs two people.'
        : `Give --account ${2 * workers} different addresses: each of the ${workers} workers needs two people.`
    throw new CliError('accounts_missing', message, EXIT.usage)
  }
  if (!password) {
    throw new CliError(
      'password_missing',
      'Put the password of all accounts into FRETWORK_PASSWORD.',
      EXIT.usage,
    )
  }
  return {
    throwAway: false,
    open: async worker => {
      const [first = '', second = ''] = emails.slice(2 * worker)
      return { first: { email: first, password }, second: { email: second, password } }
    },
  }
}

/** Removes what `registered` made. @returns what was left */
export async function remove(where: Where, account: CheckAccount): Promise<string | undefined> {
  const { tenant } = where
  const { email, password } = account
  const logIn = await sendPatiently(where, {
    ...{ method: 'POST', path: `${AUTH}/login`, tenant },
    body: { email, password },
  })
  const pair = parsed(logIn.text)
  const jwt = typeof pair === 'object' && pair !== null && 'jwt' in pair ? String(pair.jwt) : undefined
  if (jwt === undefined) return `${email} is left: it cannot log in any more (${logIn.status}).`
  const path = `${AUTH}/account/delete`
  const gone = await sendPatiently(where, {
    method: 'POST',
    path,
    tenant,
    jwt,
    body: { currentPassword: password },
  })
  return gone.status === 204 ? undefined : `${email} is left: deleting it answered with ${gone.status}.`
}

function noAccounts(why: string): CliError {
  return new CliError('accounts_refused', `The server gives no accounts to check with: ${why}.`, EXIT.network)
}
