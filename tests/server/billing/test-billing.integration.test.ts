// Test billing: its checkout page and plan page, whose buttons send signed events to the one webhook.
import { describe, expect, it } from 'vitest'
import { syncBilling } from '../../../server/billing/billing.js'
import { DEFAULT_PRODUCTS } from '../../../server/billing/products.js'
import { codeOf, serverForFile, testApp } from '../support/test-app.js'
import { ACCOUNT, WEBHOOK } from './billing-app.js'

const DAY_MS = 24 * 60 * 60_000
// No database of one's own, loopback, not in production: the demo mode.
const { db, server } = await serverForFile({
  env: { DATABASE_URL: '', FRETWORK_LOGINS_PER_MINUTE: '1000,1000' },
})

const page = (url: string) => server.send(url, { tenant: undefined })
const press = (url: string) =>
  server.send(url, {
    tenant: undefined,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

async function buyer(email: string) {
  await server.addUser(email)
  const { jwt } = await server.logIn(email)
  const ask = async (path: string, body?: object) =>
    (await server.send(`${ACCOUNT}${path}`, { jwt, body })).json()
  const buy = async (product: string) => {
    const { client_secret } = await ask('/account/stripe_checkout', { product })
    return `/dev/checkout/${client_secret}`
  }
  const planPage = async () => {
    const { portalUrl } = await ask('/account/stripe_account')
    const { body } = await page(portalUrl)
    const actions = [...body.matchAll(/action="([^"]+)"/g)].map(match => match[1] ?? '')
    const action = (name: string) => actions.find(address => address.endsWith(`/${name}`)) ?? ''
    return { body, action }
  }
  return { ask, buy, planPage, level: async () => (await ask('/account/account')).level }
}

describe('test billing', () => {
  it('shows a page that says so, and pays by the same webhook', async () => {
    const ada = await buyer('ada@example.org')
    const address = await ada.buy('fretwork_pro')
    const shown = await page(address)
    expect(shown.statusCode).toBe(200)
    expect(shown.body).toContain('Test mode')
    expect(shown.body).toContain('€9.00 per month')
    expect(shown.body).not.toContain('<script')
    expect(await ada.level()).toBe('free')
    // Anyone who goes back without paying has nothing to wait for.
    expect(shown.body).toContain('href="http://127.0.0.1:4680/account/subscription"')
    const paid = await press(`${address}/pay`)
    expect([paid.statusCode, paid.headers.location]).toEqual([
      303,
      'http://127.0.0.1:4680/account/subscription?checkout=paid',
    ])
    expect(await ada.level()).toBe('Pro')
    expect(server.log.join('\n')).toContain(WEBHOOK)
  })

  it('is paid once, however often the button is pressed', async () => {
    const bob = await buyer('bob@example.org')
    const address = await bob.buy('fretwork_basic')
    await Promise.all([press(`${address}/pay`), press(`${address}/pay`), press(`${address}/pay`)])
    const { body } = await bob.planPage()
    expect(body.match(/<h2>/g)).toHaveLength(1)
  })

  it('changes, cancels and ends a plan as the real thing would', async () => {
    const cleo = await buyer('cleo@example.org')
    await press(`${await cleo.buy('fretwork_pro')}/pay`)
    const stateAfter = async (name: string) => {
      server.clock.now += 1000
      await press((await cleo.planPage()).action(name))
      return cleo.ask('/account/account')
    }
    expect((await stateAfter('to-fretwork_basic')).level).toBe('Basic')
    const { level, endsAt } = await stateAfter('cancel')
    expect([level, Date.parse(endsAt)]).toEqual(['Basic', expect.any(Number)])
    expect((await stateAfter('keep')).renewsAt).toBe(endsAt)
    expect((await stateAfter('fail')).status).toBe('past_due')
    expect(Date.parse((await stateAfter('renew')).renewsAt) - Date.parse(endsAt)).toBe(30 * DAY_MS)
    expect((await stateAfter('end')).level).toBe('free')
    expect((await cleo.planPage()).body).toContain('No active subscriptions')
  })

  it('knows no page, button or subscription but those it gave out, and no pages of other origins', async () => {
    const dora = await buyer('dora@example.org')
    const address = await dora.buy('fretwork_pro')
    await press(`${address}/pay`)
    const { action } = await dora.planPage()
    const wrong = [
      '/dev/checkout/test_guessed/pay',
      action('cancel').replace(/\/cancel$/, '/to-fretwork_download_html'),
      action('cancel').replace(/\/cancel$/, '/toString'),
      action('cancel').replace(/sub_[^/]+/, 'sub_other'),
      action('cancel').replace('/dev/plan/', '/dev/checkout/'),
    ]
    for (const url of wrong) expect((await press(url)).statusCode).toBe(404)
    const headers = { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' }
    const foreign = await server.send(action('end'), { tenant: undefined, method: 'POST', headers })
    expect([foreign.statusCode, await dora.level()]).toEqual([403, 'Pro'])
    server.clock.now += DAY_MS
    expect((await page(address)).statusCode).toBe(404)
  })

  it('leaves nothing behind on a server that sells', async () => {
    const finn = await buyer('finn@example.org')
    await press(`${await finn.buy('fretwork_enterprise')}/pay`)
    expect(await finn.level()).toBe('Enterprise')
    await syncBilling(db.database, { products: DEFAULT_PRODUCTS })
    expect(await finn.level()).toBe('free')
  })
})

it('a server that is not a demo and has no keys sells nothing, and has no such pages', async () => {
  const plain = await testApp(db.database)
  await plain.addUser('plain@example.org')
  const { jwt } = await plain.logIn('plain@example.org')
  expect(
    codeOf(
      await plain.send(`${ACCOUNT}/account/stripe_checkout`, {
        jwt,
        body: { product: 'fretwork_pro' },
      }),
    ),
  ).toBe('404 billing_off')
  expect((await plain.send(`${ACCOUNT}/account/stripe_account`, { jwt })).json()).toEqual({
    configured: false,
  })
  expect((await plain.send(`${ACCOUNT}/manifest/`, { jwt })).json()).toEqual({ settings: { Products: '[]' } })
  for (const url of ['/dev/checkout/x', WEBHOOK]) {
    expect((await plain.send(url, { tenant: undefined, method: 'POST', body: {} })).statusCode).toBe(404)
  }
  expect((await plain.send('/dev/mail')).statusCode).toBe(404)
  await plain.end()
})
