// What happens to a customer whose account is deleted, and to events that are long over.
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { cleanUpBilling } from '../../../server/billing/customers.js'
import { asOwner } from '../../../server/database/connection.js'
import { users } from '../../../server/database/schema.js'
import { removeTenant } from '../../../server/tenants/tenants.js'
import { billingApp } from './billing-app.js'

const shop = await billingApp()

describe('the end of an account', () => {
  it('ends what Stripe charges for it, as soon as Stripe can be shown', async () => {
    const payer = await shop.payer('gone@example.org')
    await shop.post(shop.event(shop.subscribe(payer)))
    await shop.db.database.inTenant('fretwork', scope =>
      scope.sql.delete(users).where(eq(users.id, payer.id)),
    )
    let shown: string[] = []
    const failing = { deleteCustomer: () => Promise.reject(new Error('down')) }
    await expect(cleanUpBilling(shop.db.database, failing, 0)).rejects.toThrow('down')
    const provider = { deleteCustomer: async (customer: string) => void shown.push(customer) }
    await cleanUpBilling(shop.db.database, provider, 0)
    expect(shown).toEqual([payer.customerId])
    shown = []
    await cleanUpBilling(shop.db.database, provider, 0)
    expect(shown).toEqual([])
  })

  it('is notified of all others where Stripe will not hear of one, which is shown again', async () => {
    const payers = [
      await shop.payer('one@example.org'),
      await shop.payer('two@example.org'),
      await shop.payer('three@example.org', 'other'),
    ]
    for (const [index, payer] of payers.entries()) {
      await shop.db.database.inTenant(index === 2 ? 'other' : 'fretwork', scope =>
        scope.sql.delete(users).where(eq(users.id, payer.id)),
      )
    }
    const [refused, ...others] = payers.map(({ customerId }) => customerId)
    const shown: string[] = []
    const provider = {
      async deleteCustomer(customer: string) {
        if (customer === refused) throw new Error('refused')
        shown.push(customer)
      },
    }
    await expect(cleanUpBilling(shop.db.database, provider, 0)).rejects.toThrow('refused')
    expect(shown.toSorted()).toEqual(others.toSorted())
    const healed = { deleteCustomer: async (customer: string) => void shown.push(customer) }
    await cleanUpBilling(shop.db.database, healed, 0)
    expect(shown.at(-1)).toBe(refused)
    expect(shown).toHaveLength(3)
  })

  it('leaves the rest to the next round once the server ends', async () => {
    for (const name of ['four', 'five']) {
      const { id } = await shop.payer(`${name}@example.org`)
      await shop.db.database.inTenant('fretwork', scope => scope.sql.delete(users).where(eq(users.id, id)))
    }
    const shown: string[] = []
    const provider = { deleteCustomer: async (customer: string) => void shown.push(customer) }
    await cleanUpBilling(shop.db.database, provider, 0, () => shown.length > 0)
    expect(shown).toHaveLength(1)
    await cleanUpBilling(shop.db.database, provider, 0)
    expect(shown).toHaveLength(2)
  })

  it('does not stand in the way of the end of a tenant', async () => {
    await shop.payer('tenant@example.org', 'other')
    await asOwner(shop.db.address, owner => removeTenant(owner, 'other'))
    expect(await shop.rows('SELECT customer_id FROM billing_customers', 'other')).toEqual([])
  })
})

describe('an event', () => {
  it('is forgotten after ninety days', async () => {
    const payer = await shop.payer('old@example.org')
    const event = shop.event(shop.subscribe(payer))
    await shop.post(event)
    const kept = () => shop.rows(`SELECT id FROM billing_events WHERE id = '${event.id}'`)
    await cleanUpBilling(shop.db.database, undefined, shop.server.clock.now + 89 * 86_400_000)
    expect(await kept()).toHaveLength(1)
    await cleanUpBilling(shop.db.database, undefined, shop.server.clock.now + 91 * 86_400_000)
    expect(await kept()).toHaveLength(0)
  })
})
