import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { isDemo, printConfig, readConfig, VARIABLE_HELP } from '../../server/config.js'
import { checkProduction } from '../../server/operations/production.js'
import { greeting, runServer } from '../../server/run.js'
import { isLoopback } from '../../src/sandbox/packages/loopback.js'

const read = (env: Record<string, string> = {}) => readConfig(env, '/project')

it('every configuration variable is documented in the operating guide and in the help', () => {
  const guide = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8')
  const described = [...guide.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name)
  const printed = [...printConfig(read()).matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name)
  expect(described.sort()).toEqual([...printed, 'NODE_ENV'].sort())
  expect(Object.keys(VARIABLE_HELP).sort()).toEqual(described.sort())
})

it('every configuration variable has a default, and an empty variable counts as unset', () => {
  const expected = {
    ...{ home: '/project/.fretwork', host: '127.0.0.1', port: 4680, production: false, origins: [] },
    trustedProxies: [],
    loginsPerMinute: { perAddress: 30, perAccount: 10 },
    adminSecondFactor: 'optional',
    callsPerMinute: 600,
    // A school class behind one address: 30 students open 10 songs, each with its file.
    linksPerMinute: 1000,
    ...{ auditDays: 365, hsts: 'subdomains', drainSeconds: 5, logLevel: 'warn' },
  }
  expect(read()).toEqual(expected)
  expect(read({ PORT: '', DATABASE_URL: '', FRETWORK_ORIGINS: '' })).toEqual(expected)
})

it('secrets are read from files without the trailing newline', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fretwork-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'database')
  writeFileSync(file, 'postgres://ada:secret@db.example/fretwork\n')
  expect(read({ DATABASE_URL_FILE: file }).databaseUrl).toBe('postgres://ada:secret@db.example/fretwork')
  expect(() => read({ DATABASE_URL_FILE: file, DATABASE_URL: 'postgres://x/y' })).toThrow(
    'DATABASE_URL and DATABASE_URL_FILE are both set; unset one of them.',
  )
  expect(() => read({ SMTP_URL_FILE: join(folder, 'none') })).toThrow(
    /SMTP_URL_FILE points to .+none, which cannot be read \(ENOENT\)/,
  )
  writeFileSync(file, 'mysql://db.example')
  expect(() => read({ DATABASE_URL_FILE: file })).toThrow('DATABASE_URL')
})

it('list variables are split at commas', () => {
  const { origins, trustedProxies } = read({
    FRETWORK_ORIGINS: 'https://a.example, https://b.example:8443',
    FRETWORK_TRUSTED_PROXIES: '10.0.0.0/8,127.0.0.1',
  })
  expect(origins).toEqual(['https://a.example', 'https://b.example:8443'])
  expect(trustedProxies).toEqual(['10.0.0.0/8', '127.0.0.1'])
})

it('every invalid configuration variable is reported in one line', () => {
  const wrong = {
    PORT: '70000',
    DATABASE_URL: 'mysql://x',
    FRETWORK_ORIGINS: 'https://a.example/',
    FRETWORK_DEMO_PASSWORD: 'short',
    FRETWORK_LOG_LEVEL: 'loud',
  }
  expect(() => read(wrong)).toThrow(expect.objectContaining({ code: 'config_invalid' }))
  for (const name of Object.keys(wrong)) expect(() => read(wrong)).toThrow(name)
})

it.each([
  ['PORT', ['x', '1.5', '-1']],
  ['FRETWORK_AUDIT_DAYS', ['-1', 'never']],
  ['FRETWORK_LOGINS_PER_MINUTE', ['30', '0,10']],
  ['SMTP_URL', ['mail.example']],
  // `name:port` parses as a URL scheme with the origin "null", which every sandboxed page has.
  [
    'FRETWORK_PUBLIC_URL',
    ['fretwork.example', 'fretwork.example:4680', 'https://me:secret@fretwork.example'],
  ],
  ['FRETWORK_TRUSTED_PROXIES', ['proxy.example', '10.0.0.0/33']],
  ['FRETWORK_METRICS_TOKEN', ['too short']],
  ['DATABASE_URL', ['postgres://a,b:x/db', 'postgres://a/db?target_session_attrs=standby']],
  ['DATABASE_URL', ['one/two', '12/two', '12#two', '12?two'].map(word => `postgres://me:${word}@db/x`)],
  ['FRETWORK_MIGRATION_URL', ['postgres://me:100%@db/x']],
])('%s rejects invalid values', (name, values) => {
  for (const value of values) expect(() => read({ [name]: value }), value).toThrow(name)
})

it('an unescaped character in a URL password is reported with a hint', () => {
  const wrong = () => read({ DATABASE_URL: 'postgres://me:12/secret@db/x' })
  expect(wrong).toThrow(/write \/ as %2F, # as %23/)
  expect(wrong).not.toThrow(/secret/)
  const right = 'postgres://me:12%2Fs%23t@db:5433/x?host=/run/a@b'
  expect(read({ DATABASE_URL: right }).databaseUrl).toBe(right)
})

it('the printed configuration hides secrets', () => {
  const printed = printConfig(
    read({
      DATABASE_URL: 'postgres://me:secret-1@db.example/fretwork',
      SMTP_URL: 'smtp://post:secret-2@mail.example',
      FRETWORK_DEMO_PASSWORD: 'secret-3',
      FRETWORK_METRICS_TOKEN: 'secret-4-secret-4',
    }),
  )
  expect(printed).toContain('DATABASE_URL=postgres://me:***@db.example/fretwork')
  expect(printed).toContain('FRETWORK_DEMO_PASSWORD=(set)')
  expect(printed).toContain('FRETWORK_PUBLIC_URL=(not set)')
  expect(printed).not.toContain('secret')
})

it.each([
  ['postgresql:///x?host=/run/pg&password=secret', 'postgresql:///x?host=/run/pg&password=***'],
  ['postgres://me:one@secret@db/x', 'postgres://me:***@db/x'],
  ['postgres://db/x?ssl=1&sslpassword=one&secret', 'postgres://db/x?ssl=1&sslpassword=***'],
])('the secrets in %s are hidden', (address, shown) => {
  const printed = printConfig(read({ DATABASE_URL: address }))
  expect(printed).toContain(`DATABASE_URL=${shown}`)
  expect(printed).not.toContain('secret')
})

const fit = {
  NODE_ENV: 'production',
  FRETWORK_PUBLIC_URL: 'https://fretwork.example',
  SMTP_URL: 'smtp://mail.example',
}
const refusal = (env: Record<string, string>) => {
  try {
    checkProduction(read(env))
  } catch (error) {
    return (error as Error).message.split('\n')
  }
  return []
}

it.each<[change: Record<string, string>, ...errors: string[]]>([
  [{}],
  // Production settings on a local machine.
  [{ FRETWORK_PUBLIC_URL: 'http://localhost:4680' }],
  [{ FRETWORK_DEMO_PASSWORD: 'known to many' }, 'FRETWORK_DEMO_PASSWORD is set'],
  [{ FRETWORK_PUBLIC_URL: 'http://fretwork.example' }, 'FRETWORK_PUBLIC_URL is not https'],
  [{ FRETWORK_PUBLIC_URL: '', SMTP_URL: '' }, 'FRETWORK_PUBLIC_URL is missing', 'SMTP_URL is missing'],
])('the configuration %j is accepted, or rejected with one line per error', (change, ...errors) => {
  expect(refusal({ ...fit, ...change })).toEqual(errors.map(error => expect.stringContaining(error)))
  // The same configuration is valid outside production.
  expect(refusal({ ...fit, ...change, NODE_ENV: '' })).toEqual([])
})

it('demo mode requires a loopback address, no configured database, and no production mode', () => {
  expect([isDemo(read()), isDemo(read({ HOST: '0.0.0.0' }))]).toEqual([true, false])
  expect(isDemo(read({ DATABASE_URL: 'postgres://db/x' }))).toBe(false)
  expect(isDemo(read({ NODE_ENV: 'production' }))).toBe(false)
})

it('only this machine’s names and addresses count as loopback', () => {
  const here = ['localhost', 'LOCALHOST', '127.0.0.1', '127.255.0.9', '::1', '[::1]', 'band.localhost']
  const there = ['0.0.0.0', '::', '127.0.0.1.nip.example', 'localhost.example', '10.0.0.1', '']
  expect([...here, ...there].filter(isLoopback)).toEqual(here)
})

it('only demo mode prints the demo logins and address', () => {
  const address = 'http://127.0.0.1:4680'
  expect(greeting({ address })).toBe('Fretwork runs at http://127.0.0.1:4680\n')
  const demo = { emails: ['demo@fretwork.local'], password: 'pass-word' }
  expect(greeting({ address, demo })).toContain('demo@fretwork.local')
  expect(greeting({ address, demo })).toContain('pass-word')
})

it('an invalid configuration exits with code 3', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  expect(await runServer({ PORT: 'eighty' })).toBe(3)
  expect(said).toHaveBeenCalledOnce()
  said.mockRestore()
})
