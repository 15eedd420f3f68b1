import { describe, expect, it } from 'vitest'
import { syncBilling } from '../../../server/billing/billing.js'
import { DEFAULT_PRODUCTS } from '../../../server/billing/products.js'
import { setPlanLevel } from '../../../server/users/features.js'
import { DOWNLOAD_HTML } from '../../../src/core/contract/claims.js'
import { later } from '../../support/later.js'
import { AUTH, codeOf, serverForFile, testApp } from '../support/test-app.js'
import { ACCOUNT, billingApp, item, SECRET_KEY, WEBHOOK, WEBHOOK_SECRET } from './billing-app.js'

const shop = await billingApp({ FRETWORK_PUBLIC_URL: 'https://fretwork.example' })
const DAY = 24 * 60 * 60
const checkout = '/account/stripe_checkout'
const claimsOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString())

describe('checkout', () => {
  it('an embedded checkout uses its lookup key’s price, the user’s customer and the tenant’s URL', async () => {
    const payer = await shop.payer('ada@example.org')
    const answer = await payer.ask(checkout, { body: { product: 'fretwork_download_html' } })
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([200, ['client_secret']])
    const begun = shop.stripe.asked.findLast(
      ({ path, method }) => path === '/v1/checkout/sessions' && method === 'POST',
    )
    expect(begun?.fields).toMatchObject({
      ...{ mode: 'subscription', ui_mode: 'embedded_page', customer: payer.customerId },
      ...{ 'line_items[0][price]': 'price_download_html', 'line_items[0][quantity]': '1' },
      ...{ 'metadata[tenant]': 'fretwork', 'subscription_data[metadata][tenant]': 'fretwork' },
      return_url: 'https://fretwork.example/account/subscription?checkout=paid',
    })
  })

  it('two parallel checkouts by one user create one customer', async () => {
    await shop.server.addUser('twice@example.org')
    const { jwt } = await shop.server.logIn('twice@example.org')
    const press = () =>
      shop.server.send(`${ACCOUNT}${checkout}`, { jwt, body: { product: 'fretwork_basic' } })
    const before = shop.stripe.customers.size
    expect((await Promise.all([press(), press()])).map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(shop.stripe.customers.size).toBe(before + 1)
  })

  it('a new checkout closes the open one to prevent double payment', async () => {
    const payer = await shop.payer('open@example.org')
    await payer.ask(checkout, { body: { product: 'fretwork_basic' } })
    const states = [...shop.stripe.checkouts.values()].filter(({ customer }) => customer === payer.customerId)
    expect(states.map(({ status }) => status)).toEqual(['expired', 'open'])
  })

  it('two parallel checkouts leave only one payable', async () => {
    const payer = await shop.payer('both@example.org')
    let creating = 0
    const { promise: both, answer: release } = later()
    shop.stripe.control.before = ({ method, path }) => {
      if (method !== 'POST' || path !== '/v1/checkout/sessions') return undefined
      creating += 1
      if (creating === 2) release()
      return both
    }
    const buy = () => payer.ask(checkout, { body: { product: 'fretwork_pro' } })
    const answers = await Promise.all([buy(), buy()])
    shop.stripe.control.before = undefined
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const mine = [...shop.stripe.checkouts.values()].filter(({ customer }) => customer === payer.customerId)
    expect(mine.filter(({ status }) => status === 'open')).toHaveLength(1)
  })

  it('a checkout is rejected if Stripe has a paid subscription whose event has not arrived yet', async () => {
    const payer = await shop.payer('early@example.org')
    shop.subscribe(payer)
    expect(codeOf(await payer.ask(checkout, { body: { product: 'fretwork_pro' } }))).toBe('409 plan_present')
  })

  it('a checkout for an unknown product is rejected', async () => {
    const payer = await shop.payer('picky@example.org')
    expect(codeOf(await payer.ask(checkout, { body: { product: 'price_pro' } }))).toBe('404 not_found')
  })

  it('a checkout for a second plan level is rejected, but an add-on is allowed', async () => {
    const payer = await shop.payer('second@example.org')
    await shop.post(shop.event(shop.subscribe(payer)))
    for (const product of ['fretwork_basic', 'fretwork_pro', 'fretwork_enterprise'])
      expect(codeOf(await payer.ask(checkout, { body: { product } }))).toBe('409 plan_present')
    expect((await payer.ask(checkout, { body: { product: 'fretwork_download_html' } })).statusCode).toBe(200)
  })

  it('Stripe failures cause a 503, and each user’s Stripe requests are limited to 30 per minute', async () => {
    const payer = await shop.payer('many@example.org')
    shop.stripe.control.before = () => {
      throw new Error('down')
    }
    const down = await payer.ask(checkout, { body: { product: 'fretwork_pro' } })
    expect(codeOf(down)).toBe('503 payment_unavailable')
    const page = await payer.ask('/')
    expect(page.statusCode).toBe(200)
    expect(page.json().stripeAccount).not.toHaveProperty('portalUrl')
    shop.stripe.control.before = undefined
    let last = down
    for (let call = 0; call < 30; call++) last = await payer.ask('/account/stripe_session')
    expect(codeOf(last)).toBe('429 rate_limited')
  })
})

describe('plans', () => {
  it('a plan takes effect immediately on the server, and in the claims after the next refresh', async () => {
    const payer = await shop.payer('claims@example.org')
    const pair = await shop.server.logIn('claims@example.org')
    await shop.post(shop.event(shop.subscribe(payer)))
    const user = await shop.server.send(`${AUTH}/user`, { jwt: pair.jwt })
    expect(user.json().features).toEqual(['SubscriptionLevel.Pro'])
    expect(claimsOf(pair.jwt).Feature).toBe('')
    const body = { refreshToken: pair.refreshToken }
    const refreshed = await shop.server.send(`${AUTH}/refresh`, { body })
    expect(claimsOf(refreshed.json().jwt).Feature).toBe('SubscriptionLevel.Pro')
    expect(claimsOf((await shop.server.logIn('claims@example.org')).jwt).Feature).toBe(
      'SubscriptionLevel.Pro',
    )
  })

  it('a canceled plan ends with its billing period even if no event arrives', async () => {
    const payer = await shop.payer('ends@example.org')
    const end = shop.seconds() + 600
    const items = { data: [item('pro', end)] }
    await shop.post(shop.event(shop.subscribe(payer, { items, cancel_at_period_end: true })))
    expect((await payer.ask('/account/account')).json()).toMatchObject({
      ...{ level: 'Pro', status: 'active', endsAt: new Date(end * 1000).toISOString() },
    })
    shop.server.clock.now += 601_000
    expect((await payer.ask('/account/account')).json()).toEqual({
      ...{ level: 'free', status: 'free', features: [] },
    })
  })

  it('a plan stays active for three days past its billing period if no event arrives', async () => {
    const payer = await shop.payer('grace@example.org')
    const end = shop.seconds() + 60
    await shop.post(shop.event(shop.subscribe(payer, { items: { data: [item('pro', end)] } })))
    const at = async (seconds: number) => {
      shop.server.clock.now = seconds * 1000
      const { jwt } = await shop.server.logIn('grace@example.org')
      return claimsOf(jwt).Feature
    }
    expect([await at(end + 2 * DAY), await at(end + 3 * DAY + 1)]).toEqual(['SubscriptionLevel.Pro', ''])
  })

  it('a plan stays active while a payment is past due and ends when Stripe stops retrying', async () => {
    const payer = await shop.payer('late@example.org')
    const subscription = shop.subscribe(payer, { status: 'past_due' })
    await shop.post(shop.event(subscription))
    expect((await payer.ask('/account/account')).json()).toMatchObject({ level: 'Pro', status: 'past_due' })
    subscription.status = 'unpaid'
    await shop.post(shop.event(subscription))
    expect(await payer.level()).toBe('free')
  })

  it('the higher of a user’s granted and paid plans applies', async () => {
    const payer = await shop.payer('given@example.org')
    await shop.post(shop.event(shop.subscribe(payer)))
    const give = (level: 'free' | 'Basic' | 'Enterprise') =>
      shop.db.inFretwork(scope =>
        setPlanLevel(scope, payer.id, level, { actor: payer.id, now: shop.server.clock.now }),
      )
    await give('Enterprise')
    expect((await payer.ask('/account/account')).json()).toMatchObject({
      level: 'Enterprise',
      status: 'granted',
    })
    await give('free')
    expect((await payer.ask('/account/account')).json()).toMatchObject({ level: 'Pro', status: 'active' })
  })

  it('after a restart, the current product table applies to existing subscriptions', async () => {
    const payer = await shop.payer('table@example.org')
    await shop.post(shop.event(shop.subscribe(payer)))
    const products = DEFAULT_PRODUCTS.map(product =>
      product.level === 'Pro' ? { ...product, features: [DOWNLOAD_HTML] } : product,
    )
    const provider = { kind: 'stripe' } as never
    await syncBilling(shop.db.database, { products, provider })
    const { features } = (await payer.ask('/account/account')).json()
    expect(features).toEqual([DOWNLOAD_HTML, 'SubscriptionLevel.Pro'])
    await syncBilling(shop.db.database, { products: DEFAULT_PRODUCTS, provider })
  })
})

describe('subscription status and products', () => {
  it('the combined account response equals the three separate responses', async () => {
    const payer = await shop.payer('whole@example.org')
    const whole = (await payer.ask('/')).json()
    expect(whole.account).toEqual((await payer.ask('/account/account')).json())
    expect(whole.stripeAccount).toEqual((await payer.ask('/account/stripe_account')).json())
    expect(whole.stripeAccount).toEqual({
      ...{ configured: true, mode: 'stripe', publishableKey: 'pk_test_stand_in' },
      ...{ customerId: payer.customerId, portalUrl: `https://billing.stripe.test/${payer.customerId}` },
    })
    expect(whole.manifest).toEqual((await payer.ask('/manifest/')).json())
    const session = await payer.ask('/account/stripe_session')
    expect(session.json()).toEqual({ client_secret: `cuss_secret_${payer.customerId}` })
  })

  it('products are returned as a JSON string with Stripe’s prices', async () => {
    const payer = await shop.payer('prices@example.org')
    const products = JSON.parse((await payer.ask('/manifest/')).json().settings.Products)
    const sold = DEFAULT_PRODUCTS.filter(product => product.sold !== false)
    expect(products.map(({ key }: { key: string }) => key)).toEqual(sold.map(({ key }) => key))
    expect(products[1]).toMatchObject({
      ...{ level: 'Pro', features: ['SubscriptionLevel.Pro'] },
      price: { amount: 500, currency: 'eur', interval: 'month' },
    })
  })

  it('the pages’ CSP allows Stripe’s scripts', async () => {
    const { headers } = await shop.server.send('/health')
    expect(headers['content-security-policy']).toContain('https://js.stripe.com')
  })

  it('logs contain no Stripe key', () => {
    const log = shop.server.log.join('\n')
    for (const secret of [SECRET_KEY, WEBHOOK_SECRET]) expect(log).not.toContain(secret)
  })
})

const DAY_MS = 24 * 60 * 60_000
// Without DATABASE_URL, on loopback and outside production, the server runs in demo mode.
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

describe('billing test mode', () => {
  it('the test checkout page says that test mode is on and pays through the regular webhook', async () => {
    const ada = await buyer('ada@example.org')
    const address = await ada.buy('fretwork_pro')
    const shown = await page(address)
    expect(shown.statusCode).toBe(200)
    expect(shown.body).toContain('Test mode')
    expect(shown.body).toContain('€9.00 per month')
    expect(shown.body).not.toContain('<script')
    expect(await ada.level()).toBe('free')
    // The back link opens the subscription page without waiting for a payment.
    expect(shown.body).toContain('href="http://127.0.0.1:4680/account/subscription"')
    const paid = await press(`${address}/pay`)
    expect([paid.statusCode, paid.headers.location]).toEqual([
      303,
      'http://127.0.0.1:4680/account/subscription?checkout=paid',
    ])
    expect(await ada.level()).toBe('Pro')
    expect(server.log.join('\n')).toContain(WEBHOOK)
  })

  it('pressing the pay button repeatedly pays only once', async () => {
    const bob = await buyer('bob@example.org')
    const address = await bob.buy('fretwork_basic')
    await Promise.all([press(`${address}/pay`), press(`${address}/pay`), press(`${address}/pay`)])
    expect((await bob.planPage()).body.match(/<h2>/g)).toHaveLength(1)
  })

  it('the test plan page changes, cancels, renews and ends a plan as Stripe does', async () => {
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

  it('unknown test pages and buttons return 404, and cross-origin requests are rejected', async () => {
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

  it('starting with Stripe keys removes test plans', async () => {
    const finn = await buyer('finn@example.org')
    await press(`${await finn.buy('fretwork_enterprise')}/pay`)
    expect(await finn.level()).toBe('Enterprise')
    await syncBilling(db.database, { products: DEFAULT_PRODUCTS })
    expect(await finn.level()).toBe('free')
  })
})

it('without demo mode and Stripe keys, there are no products or test pages', async () => {
  const plain = await testApp(db.database)
  await plain.addUser('plain@example.org')
  const { jwt } = await plain.logIn('plain@example.org')
  expect(
    codeOf(
      await plain.send(`${ACCOUNT}/account/stripe_checkout`, { jwt, body: { product: 'fretwork_pro' } }),
    ),
  ).toBe('404 billing_off')
  expect((await plain.send(`${ACCOUNT}/account/stripe_account`, { jwt })).json()).toEqual({
    configured: false,
  })
  expect((await plain.send(`${ACCOUNT}/manifest/`, { jwt })).json()).toEqual({ settings: { Products: '[]' } })
  for (const url of ['/dev/checkout/x', WEBHOOK])
    expect((await plain.send(url, { tenant: undefined, method: 'POST', body: {} })).statusCode).toBe(404)
  expect((await plain.send('/dev/mail')).statusCode).toBe(404)
  await plain.end()
})
