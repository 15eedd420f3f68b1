import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort, plainEnvironment } from '../../e2e/support/product.js'
import { Passwords } from '../../server/auth/passwords.js'
import { addressOfUrl, asOwner, openDatabase } from '../../server/database/connection.js'
import { addUser } from '../../server/users/accounts.js'
import { login, type TokenPair } from '../../src/core/contract/auth.js'
import { DEFAULT_TENANT, TENANT_HEADER } from '../../src/core/contract/tenant.js'
import { machinePostgres, startMachinePostgres } from '../../tests/server/support/machine-postgres.js'
import { ROOT } from '../support/harness.js'

const HOST = 'fretwork.example'
const NGINX = ['/usr/sbin/nginx', '/usr/local/sbin/nginx'].find(path => existsSync(path))
const USER = { email: 'ada@example.org', password: 'six strings and a capo' }
const CERTIFICATE = '/etc/ssl/fretwork'

export interface Asked {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Called for each received chunk of the response. */
  readonly heard?: (text: string) => void
}

interface Answer {
  readonly status: number
  readonly text: string
}

interface BehindNginx {
  ask(asked: Asked): Promise<Answer>
  readonly session: Readonly<Record<string, string>>
  /** Restarts a server, as for an update. @returns its exit code */
  restart(index: 0 | 1): Promise<number | null>
  accessLog(): string
  close(): Promise<void>
}

/** @returns `undefined` if nginx or PostgreSQL is not installed */
export async function startBehindNginx(drainSeconds: number): Promise<BehindNginx | undefined> {
  const programs = machinePostgres()
  if (NGINX === undefined || programs === undefined) {
    const missing = NGINX === undefined ? 'nginx' : 'a separate PostgreSQL'
    process.stdout.write(`  Not run: this machine has no ${missing}.\n`)
    return undefined
  }
  const folder = mkdtempSync('/tmp/fw-nginx-')
  // When started as root, nginx switches to its own user, which needs access to the folder.
  chmodSync(folder, 0o755)
  const postgres = startMachinePostgres(programs)
  const url = `postgresql:///fretwork?host=${postgres.host}&user=${postgres.superuser}`
  const admin = { owner: { host: postgres.host, user: postgres.superuser, database: 'postgres' }, app: {} }
  await asOwner(admin, owner => owner.query('CREATE DATABASE fretwork'))
  const [first, second] = [await freePort(), await freePort()]
  const [http, https] = [await freePort(), await freePort()]
  const start = (port: number) => startServer(port, { url, home: join(folder, 'home'), drainSeconds })
  const servers = [await start(first), await start(second)]
  await addAda(url)
  const nginx = await startNginx(folder, { first, second, http, https })
  const ca = readFileSync(join(folder, 'fullchain.pem'))
  const agent = new Agent({ keepAlive: true, ca, servername: HOST })
  const ask = (asked: Asked) => send(agent, https, asked)
  const { jwt } = JSON.parse(
    (
      await ask({
        method: 'POST',
        path: login.path,
        headers: { [TENANT_HEADER]: DEFAULT_TENANT, 'content-type': 'application/json' },
        body: JSON.stringify(USER),
      })
    ).text,
  ) as TokenPair
  return {
    ask,
    session: { [TENANT_HEADER]: DEFAULT_TENANT, authorization: `Bearer ${jwt}` },
    async restart(index) {
      const server = servers[index]
      if (!server) throw new RangeError('There are two servers.')
      const exit = once(server, 'exit')
      server.kill('SIGTERM')
      const [code] = await exit
      servers[index] = await start(index === 0 ? first : second)
      return code
    },
    accessLog: () => readFileSync(join(folder, 'access.log'), 'utf8'),
    async close() {
      agent.destroy()
      for (const child of [nginx, ...servers]) {
        const exit = once(child, 'exit')
        child.kill('SIGINT')
        await exit
      }
      await postgres.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface ServerOptions {
  readonly url: string
  readonly home: string
  readonly drainSeconds: number
}

/** Starts a server as described in docs/operating.md. */
async function startServer(port: number, { url, home, drainSeconds }: ServerOptions): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['cli/bin.mjs', 'server', 'start'], {
    cwd: ROOT,
    env: {
      ...plainEnvironment(),
      NODE_ENV: 'production',
      FRETWORK_HOME: home,
      DATABASE_URL: url,
      PORT: String(port),
      FRETWORK_PUBLIC_URL: `https://${HOST}`,
      FRETWORK_TRUSTED_PROXIES: '127.0.0.1',
      SMTP_URL: 'smtp://127.0.0.1:1',
      FRETWORK_LOG_LEVEL: 'silent',
      FRETWORK_DRAIN_SECONDS: String(drainSeconds),
      FRETWORK_CALLS_PER_MINUTE: '1000000000',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (let tries = 0; tries < 600 && child.exitCode === null; tries += 1) {
    // Connections fail until the server is ready.
    const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined)
    if (answer?.ok) return child
    await wait(50)
  }
  throw new Error(`The server on port ${port} did not become ready.`)
}

async function addAda(url: string): Promise<void> {
  const passwordHash = await new Passwords().hash(USER.password)
  const database = await openDatabase(addressOfUrl(url), () => undefined)
  const { email } = USER
  await database.inTenant(DEFAULT_TENANT, scope =>
    addUser(scope, { email, name: 'Ada', passwordHash, emailVerifiedAt: new Date() }),
  )
  await database.close()
}

/** Starts nginx with the documented configuration, free ports and this certificate. */
async function startNginx(
  folder: string,
  ports: { readonly first: number; readonly second: number; readonly http: number; readonly https: number },
): Promise<ChildProcess> {
  const key = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  const names = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`]
  const how = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2']
  execFileSync('openssl', [...how, ...key, ...names], { stdio: 'ignore' })
  let site = readFileSync(join(ROOT, 'docs/deploy/nginx.conf'), 'utf8')
  for (const [documented, here] of [
    ['127.0.0.1:4680', `127.0.0.1:${ports.first}`],
    ['127.0.0.1:4681', `127.0.0.1:${ports.second}`],
    ['listen 80;', `listen ${ports.http};`],
    ['listen [::]:80;', `listen [::]:${ports.http};`],
    ['listen 443 ', `listen ${ports.https} `],
    ['listen [::]:443 ', `listen [::]:${ports.https} `],
    [CERTIFICATE, folder],
    ['/var/log/nginx/fretwork.log', join(folder, 'access.log')],
  ] as const) {
    if (!site.includes(documented)) throw new Error(`docs/deploy/nginx.conf no longer says "${documented}".`)
    site = site.replaceAll(documented, here)
  }
  writeFileSync(join(folder, 'fretwork.conf'), site)
  mkdirSync(join(folder, 'tmp'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    kind => `${kind}_temp_path ${join(folder, 'tmp', kind)};`,
  )
  const main = `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log warn;
events { worker_connections 512; }
http { access_log off; ${temporary.join(' ')} include ${folder}/fretwork.conf; }
`
  writeFileSync(join(folder, 'nginx.conf'), main)
  const args = ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]
  execFileSync(String(NGINX), ['-t', '-q', ...args], { stdio: 'inherit' })
  const child = spawn(String(NGINX), args, { stdio: 'ignore' })
  for (let tries = 0; tries < 200; tries += 1) {
    if (await fetch(`http://127.0.0.1:${ports.http}/`, { redirect: 'manual' }).catch(() => undefined)) break
    await wait(25)
  }
  return child
}

function send(
  agent: Agent,
  port: number,
  { method = 'GET', path, headers = {}, body, heard }: Asked,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const call = request(
      { agent, host: '127.0.0.1', port, method, path, headers: { host: HOST, ...headers, ...length } },
      answer => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          heard?.(chunk.toString())
        })
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            text: Buffer.concat(chunks).toString(),
          }),
        )
      },
    )
    call.on('error', reject)
    call.end(body)
  })
}
