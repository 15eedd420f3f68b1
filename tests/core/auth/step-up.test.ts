import { expect, it } from 'vitest'
import { exportAccount } from '../../../src/core/contract/account.js'
import { ok, problem, until } from '../http/fake-transport.js'
import { goodServer, tabWithSession } from './session.js'

const EXPORTED = { exportedAt: '', tenant: 'fretwork', rows: {} }
const needed = () => problem(403, 'second_factor_needed')

function confirmingServer() {
  let confirmed = false
  const tab = tabWithSession(goodServer({ export: () => (confirmed ? ok(EXPORTED) : needed()) }))
  const close = (isConfirmed: boolean) => {
    confirmed = isConfirmed
    tab.auth.stepUp.close(isConfirmed)
  }
  return { ...tab, close, isOpen: () => tab.auth.stepUp.state.getState().open }
}

it('concurrent calls prompt for the second factor once and are then repeated', async () => {
  const { api, auth, isOpen, close, calls } = confirmingServer()
  auth.stepUp.attach()
  const both = Promise.all([api.call(exportAccount), api.call(exportAccount)])
  await until(isOpen)
  await until(() => calls().length === 2)
  close(true)
  expect(await both).toEqual([expect.any(Uint8Array), expect.any(Uint8Array)])
  expect([isOpen(), calls().length]).toEqual([false, 4])
})

it('canceling the second-factor prompt fails the call', async () => {
  const { api, auth, isOpen, close, calls } = confirmingServer()
  auth.stepUp.attach()
  const call = api.call(exportAccount)
  await until(isOpen)
  close(false)
  await expect(call).rejects.toMatchObject({ code: 'second_factor_needed' })
  expect(calls()).toHaveLength(1)
})

it('a call is repeated only once after the second factor', async () => {
  const { api, auth, calls } = tabWithSession(goodServer({ export: needed }))
  auth.stepUp.attach()
  const call = api.call(exportAccount)
  await until(() => auth.stepUp.state.getState().open)
  auth.stepUp.close(true)
  await expect(call).rejects.toMatchObject({ code: 'second_factor_needed' })
  expect(calls()).toHaveLength(2)
})

it('a call that needs a second factor fails immediately if the dialog is missing or unmounted', async () => {
  const { api, auth, isOpen } = confirmingServer()
  await expect(api.call(exportAccount)).rejects.toMatchObject({ code: 'second_factor_needed' })
  const dialog = auth.stepUp.attach()
  const call = api.call(exportAccount)
  await until(isOpen)
  dialog.dispose()
  await expect(call).rejects.toMatchObject({ code: 'second_factor_needed' })
})
