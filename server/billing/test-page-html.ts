// The HTML of the test billing pages. For developers, so in English only.
import { escapeHtml, htmlPage } from '../pages/html-page.js'
import type { Price, Product } from './products.js'
import type { Order } from './provider.js'
import type { TestSubscription } from './test-provider.js'

export interface PlanLine {
  readonly subscription: TestSubscription
  readonly product: Product
  /** The levels it can be changed to. */
  readonly others: readonly Product[]
}

const FOOTER = 'Test mode: no real payments. This page exists only on a developer’s own machine.'

const STYLE = `
.test{display:inline-block;border:1px solid var(--mark);color:var(--mark);border-radius:999px;padding:2px 12px;font-weight:600}
form{display:inline-block;margin:12px 12px 0 0}
button{font:inherit;border:1px solid var(--line);background:var(--panel);color:inherit;border-radius:8px;padding:8px 16px;cursor:pointer}
button.first{background:var(--accent);border-color:var(--accent);color:#1f1c19;font-weight:600}
button:focus-visible{outline:2px solid var(--mark);outline-offset:3px}
`

export function checkoutPage(id: string, { payer, product, returnUrl }: Order): string {
  const price = product.price ? `<p>${escapeHtml(wordsOf(product.price))}</p>` : ''
  const opens = product.opens.map(text => `<li>${escapeHtml(text)}</li>`).join('')
  const later = product.later?.length ? `<p>Coming soon: ${escapeHtml(product.later.join(', '))}</p>` : ''
  return frame(
    `Pay for ${product.title}`,
    `<div class="card"><h2>${escapeHtml(product.title)}</h2>${price}<ul>${opens}</ul>${later}
<p>For ${escapeHtml(payer.email)}</p></div>
${button(`/dev/checkout/${id}/pay`, 'Pay', true)}
<p style="margin-top:24px"><a href="${escapeHtml(returnUrl)}">Back without paying</a></p>`,
  )
}

export function planPage(id: string, returnUrl: string, lines: readonly PlanLine[]): string {
  const cards = lines.map(line => card(id, line)).join('')
  const body = cards || '<p class="card">No active subscriptions.</p>'
  return frame(
    'Your subscriptions',
    `<div class="grid">${body}</div><p><a href="${escapeHtml(returnUrl)}">Back</a></p>`,
  )
}

function card(id: string, { subscription, product, others }: PlanLine): string {
  const { status, ending, periodEndsAt } = subscription
  const until = periodEndsAt.toISOString().slice(0, 10)
  const state = status === 'past_due' ? 'Payment failed' : ending ? `Ends on ${until}` : `Renews on ${until}`
  const address = `/dev/plan/${id}/${subscription.id}`
  const buttons = [
    ...others.map(other => button(`${address}/to-${other.key}`, `Change to ${other.title}`)),
    ending
      ? button(`${address}/keep`, 'Keep subscription')
      : button(`${address}/cancel`, 'Cancel at the end of the period'),
    button(`${address}/renew`, 'Next period: paid'),
    button(`${address}/fail`, 'Next period: payment fails'),
    button(`${address}/end`, 'End now'),
  ]
  return `<div class="card"><h2>${escapeHtml(product.title)}</h2><p>${state}</p>${buttons.join('')}</div>`
}

function frame(title: string, body: string): string {
  return htmlPage({
    language: 'en',
    title: `${title} (test mode)`,
    links: [],
    body: `<p class="test">Test mode</p><h1>${escapeHtml(title)}</h1><p class="lead">No real payments.</p>${body}`,
    footer: FOOTER,
    style: STYLE,
  })
}

function button(action: string, words: string, first = false): string {
  return `<form method="post" action="${escapeHtml(action)}"><button${first ? ' class="first"' : ''}>${escapeHtml(words)}</button></form>`
}

function wordsOf({ amount, currency, interval }: Price): string {
  const money = new Intl.NumberFormat('en', { style: 'currency', currency })
  const digits = money.resolvedOptions().maximumFractionDigits ?? 2
  return `${money.format(amount / 10 ** digits)} per ${interval}`
}
