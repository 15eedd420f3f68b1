// The documented nginx as it is: what it sets, what it refuses, and what it leaves to the server.
import { connect } from 'node:tls'
import { saveAvatar } from '../../src/core/api/account.js'
import { login } from '../../src/core/api/auth.js'
import { TENANT_HEADER } from '../../src/core/api/tenant.js'
import { HOST, startBehindNginx } from '../server/behind-nginx.js'
import { reportFigure } from '../support/harness.js'

const PROBLEM = 'application/problem+json; charset=utf-8'

const site = await startBehindNginx(0)
if (site) {
  const { ask, ports, certificate, session } = site
  const wrong: string[] = []
  const expect = (what: string, seen: unknown, wanted: unknown) => {
    if (String(seen) !== String(wanted)) wrong.push(`${what}: ${seen}, not ${wanted}`)
  }
  try {
    const plain = await fetch(`http://127.0.0.1:${ports.http}/songs?a=1`, {
      headers: { host: HOST },
      redirect: 'manual',
    })
    expect('http', plain.status, 308)
    // fetch sets the host itself.
    expect('its target', plain.headers.get('location'), 'https://127.0.0.1/songs?a=1')

    const page = await ask({ path: '/songs', headers: { accept: 'text/html' } })
    expect('a screen', page.status, 200)
    expect('HSTS', page.headers['strict-transport-security'], 'max-age=31536000; includeSubDomains')
    expect('caching of a page', page.headers['cache-control'], 'no-cache')
    expect('the server’s name', page.headers.server, 'nginx')
    const asset = /\/assets\/[^"]+\.js/.exec(page.text)?.[0] ?? '/assets/none.js'
    const file = await ask({ path: asset, headers: { 'accept-encoding': 'br' } })
    expect('caching of an asset', file.headers['cache-control'], 'public, max-age=31536000, immutable')
    expect('its encoding', file.headers['content-encoding'], 'br')

    const id = await ask({ path: '/health', headers: { 'x-request-id': 'of-the-client' } })
    expect('a request id', /^[0-9a-f]{32}$/.test(String(id.headers['x-request-id'])), true)
    expect('/metrics', (await ask({ path: '/metrics' })).status, 404)
    expect('an unknown name', await handshake(ports.https, 'evil.example', certificate), 'refused')
    expect('the known name', await handshake(ports.https, HOST, certificate), 'TLSv1.3')

    const origin = { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' }
    expect('an invented host', (await ask({ path: '/tenant.json', headers: origin })).status, 403)
    const own = { origin: `https://${HOST}` }
    expect('our own origin', (await ask({ path: '/tenant.json', headers: own })).status, 200)

    const picture = (bytes: number) => ({
      method: saveAvatar.method,
      path: saveAvatar.path,
      headers: { ...session, 'content-type': 'image/png' },
      body: 'x'.repeat(bytes),
    })
    // Too small for nginx to refuse: the server says that it isn’t a picture.
    expect('256 KB', (await ask(picture(256 * 1024))).headers['content-type'], PROBLEM)
    expect('600 KB', (await ask(picture(600 * 1024))).headers['content-type'], 'text/html')

    // 30 attempts a minute from one network: the addresses that the client invents change nothing.
    const statuses: number[] = []
    for (let turn = 0; turn < 40; turn += 1) {
      const headers = {
        [TENANT_HEADER]: 'fretwork',
        'content-type': 'application/json',
        'x-forwarded-for': `203.0.113.${turn}`,
      }
      const body = JSON.stringify({ email: `none${turn}@example.org`, password: 'wrong' })
      statuses.push((await ask({ method: 'POST', path: login.path, headers, body })).status)
    }
    expect('logins refused by the limit', statuses.filter(status => status === 429).length, 11)
    const errors = site
      .nginxErrors()
      .split('\n')
      .filter(line => / \[(error|crit|emerg)\] /.test(line))
    expect('errors of nginx', errors.filter(line => !/too large body/.test(line)).join('\n'), '')
  } finally {
    await site.close()
  }
  for (const line of wrong) process.stdout.write(`  ${line}\n`)
  reportFigure({ name: 'what the documented nginx gets wrong', figure: wrong.length, unit: '', limit: 0 })
}

/** @returns the TLS version, or `refused` */
function handshake(port: number, servername: string, ca: string): Promise<string | null> {
  return new Promise(resolve => {
    const socket = connect({ host: '127.0.0.1', port, servername, ca }, () => {
      resolve(socket.getProtocol())
      socket.destroy()
    })
    socket.on('error', () => resolve('refused'))
  })
}
