// The server on a PostgreSQL that it reaches through TLS, with a certificate of a CA of its own.
import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, plainEnvironment } from '../../e2e/support/product.js'
import { databaseAccount } from '../../server/database/embedded/binaries.js'
import { machinePostgres, startMachinePostgres } from '../../tests/server/support/machine-postgres.js'
import { ROOT, reportFigure } from '../support/harness.js'

const UP_TO_DATE = 'The database is up to date.'
const REFUSED = 'The certificate of the database is not accepted'

const programs = machinePostgres()
if (programs === undefined) process.stdout.write('  Not run: this machine has no PostgreSQL of its own.\n')
else {
  const folder = mkdtempSync('/tmp/fw-tls-')
  const file = (name: string) => join(folder, name)
  const openssl = (...words: string[]) => execFileSync('openssl', words, { stdio: 'ignore' })
  const key = ['-newkey', 'rsa:2048', '-nodes']
  openssl('req', '-x509', ...key, '-keyout', file('ca.key'), '-out', file('ca.crt'), '-subj', '/CN=Our CA')
  openssl('req', ...key, '-keyout', file('key'), '-out', file('csr'), '-subj', '/CN=database')
  writeFileSync(file('names'), 'subjectAltName=DNS:localhost')
  const signed = [
    '-CA',
    file('ca.crt'),
    '-CAkey',
    file('ca.key'),
    '-CAcreateserial',
    '-extfile',
    file('names'),
  ]
  openssl('x509', '-req', '-in', file('csr'), '-out', file('crt'), ...signed)
  const account = databaseAccount()
  if (account)
    for (const path of [folder, file('key'), file('crt')]) chownSync(path, account.uid, account.gid)
  const port = await freePort()
  const tls = `-c ssl=on -c ssl_cert_file=${file('crt')} -c ssl_key_file=${file('key')}`
  const postgres = startMachinePostgres(programs, `-p ${port} -c listen_addresses=localhost ${tls}`)
  const wrong: string[] = []
  const tryIt = (host: string, query: string, wanted: string) => {
    const url = `postgres://${postgres.superuser}@${host}:${port}/postgres?${query}`
    const { stdout, stderr } = spawnSync(process.execPath, ['cli/bin.mjs', 'server', 'migrate'], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...plainEnvironment(), DATABASE_URL: url, FRETWORK_HOME: file('home') },
    })
    if (!`${stdout}${stderr}`.includes(wanted)) wrong.push(`${host} ${query}: ${stdout}${stderr}`)
  }
  try {
    const trusted = `sslmode=verify-full&sslrootcert=${file('ca.crt')}`
    tryIt('localhost', trusted, UP_TO_DATE)
    tryIt('localhost', 'sslmode=no-verify', UP_TO_DATE)
    tryIt('localhost', 'sslmode=verify-full', REFUSED)
    // Not a name in the certificate.
    tryIt('127.0.0.1', trusted, REFUSED)
  } finally {
    await postgres.close()
    rmSync(folder, { recursive: true, force: true })
  }
  for (const line of wrong) process.stdout.write(`  ${line}\n`)
  reportFigure({ name: 'connections through TLS that went wrong', figure: wrong.length, unit: '', limit: 0 })
}
