// Deletes expired events and the Stripe customers of deleted accounts.
import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { cleanUpBilling } from '../../../server/billing/customers.js'
import { asOwner } from '../../../server/database/connection.js'
import { users } from '../../../server/database/schema.js'
import { removeTenant } from '../../../server/tenants/tenants.js'
import { billingApp } from './billing-app.js'

const shop = await billingApp()

/** Creates a customer, deletes the account, and returns the customer ID. */
async function gone(name: string, tenant = 'fretwork'): Promise<string> {
  const payer = await shop.payer(`${name}@example.org`, tenant)
  await shop.db.database.inTenant(tenant, scope => scope.sql.delete(users).where(eq(users.id, payer.id)))
  return payer.customerId
}
let shown: string[]
beforeEach(() => {
  shown = []
})
/** Runs the cleanup against a provider that rejects the customers for which `refuses` returns true. */
const cleanUp = (refuses: (customer: string) => boolean = () => false, isStopping = () => false) => {
  const deleteCustomer = async (customer: string) => {
    if (refuses(customer)) throw new Error('refused')
    shown.push(customer)
  }
  return cleanUpBilling(shop.db.database, { deleteCustomer }, 0, isStopping)
}

it('the Stripe customer of a deleted account is deleted once, as soon as Stripe accepts it', async () => {
  const customer = await gone('gone')
  await expect(cleanUp(() => true)).rejects.toThrow('refused')
  await cleanUp()
  await cleanUp()
  expect(shown).toEqual([customer])
})

it('a failed customer deletion is retried and does not block others', async () => {
  const refused = await gone('one')
  const others = [await gone('two'), await gone('three', 'other')]
  await expect(cleanUp(customer => customer === refused)).rejects.toThrow('refused')
  expect(shown.toSorted()).toEqual(others.toSorted())
  await cleanUp()
  expect(shown.slice(2)).toEqual([refused])
})

it('a stopping server leaves the remaining Stripe customers to the next run', async () => {
  for (const name of ['four', 'five']) await gone(name)
  await cleanUp(undefined, () => shown.length > 0)
  expect(shown).toHaveLength(1)
  await cleanUp()
  expect(shown).toHaveLength(2)
})

it('Stripe customers waiting for deletion do not block the removal of a tenant', async () => {
  await shop.payer('tenant@example.org', 'other')
  await asOwner(shop.db.address, owner => removeTenant(owner, 'other'))
  expect(await shop.rows('SELECT customer_id FROM billing_customers', 'other')).toEqual([])
})

it('stored Stripe events are deleted after ninety days', async () => {
  const payer = await shop.payer('old@example.org')
  const event = shop.event(shop.subscribe(payer))
  await shop.post(event)
  const kept = () => shop.rows(`SELECT id FROM billing_events WHERE id = '${event.id}'`)
  await cleanUpBilling(shop.db.database, undefined, shop.server.clock.now + 89 * 86_400_000)
  expect(await kept()).toHaveLength(1)
  await cleanUpBilling(shop.db.database, undefined, shop.server.clock.now + 91 * 86_400_000)
  expect(await kept()).toHaveLength(0)
})
