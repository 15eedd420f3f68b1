// The operating system's account that PostgreSQL runs as: it refuses to run as root.
import { readFileSync } from 'node:fs'
import { StartFailure } from '../failure.js'

export interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/**
 * The account to give PostgreSQL to, `undefined` where we are an ordinary user and it can be ours.
 * @throws StartFailure where we are root and the system has neither `postgres` nor `nobody`.
 */
export function databaseAccount(
  uid: number | undefined = process.getuid?.(),
  passwd: () => string = () => readFileSync('/etc/passwd', 'utf8'),
): Account | undefined {
  if (uid !== 0) return undefined
  const accounts = passwd()
    .split('\n')
    .map(line => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const [, , id, group] = accounts.find(([account]) => account === name) ?? []
    if (id && group && Number(id) !== 0) return { name, uid: Number(id), gid: Number(group) }
  }
  throw new StartFailure(
    'database_unavailable',
    'PostgreSQL does not run as root and there is no account postgres or nobody to run it as; start Fretwork as an ordinary user, or set DATABASE_URL.',
  )
}
