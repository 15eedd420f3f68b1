import { describe, expect, it } from 'vitest'
import { exportAccount } from '../../../src/core/contract/account.js'
import { ok, problem, until } from '../http/fake-transport.js'
import { goodServer, tabWithSession } from './session.js'

const EXPORTED = { exportedAt: '', tenant: 'fretwork', rows: {} }
const needed = () => problem(403, 'second_factor_needed')

function confirmingServer() {
  let confirmed = false
  const tab = tabWithSession(goodServer({ export: () => (confirmed ? ok(EXPORTED) : needed()) }))
  const confirm = (shown: boolean) => {
    confirmed = shown
    tab.auth.stepUp.answer(shown)
  }
  return { ...tab, confirm, asked: () => tab.auth.stepUp.state.getState().asked }
}

describe('second-factor step-up', () => {
  it('concurrent calls prompt for the second factor once and are then repeated', async () => {
    const { api, auth, asked, confirm, calls } = confirmingServer()
    auth.stepUp.attach()
    const both = Promise.all([api.call(exportAccount), api.call(exportAccount)])
    await until(asked)
    await until(() => calls().length === 2)
    confirm(true)
    expect(await both).toEqual([expect.any(Uint8Array), expect.any(Uint8Array)])
    expect([asked(), calls().length]).toEqual([false, 4])
  })

  it('canceling the second-factor prompt fails the call', async () => {
    const { api, auth, asked, confirm, calls } = confirmingServer()
    auth.stepUp.attach()
    const call = api.call(exportAccount)
    await until(asked)
    confirm(false)
    await expect(call).rejects.toMatchObject({ code: 'second_factor_needed' })
    expect(calls()).toHaveLength(1)
  })

  it('a call is repeated only once after the second factor', async () => {
    const { api, auth, calls } = tabWithSession(goodServer({ export: needed }))
    auth.stepUp.attach()
    const call = api.call(exportAccount)
    await until(() => auth.stepUp.state.getState().asked)
    auth.stepUp.answer(true)
    await expect(call).rejects.toMatchObject({ code: 'second_factor_needed' })
    expect(calls()).toHaveLength(2)
  })

  it('a call that needs a second factor fails immediately if the dialog is missing or unmounted', async () => {
    const { api, auth, asked } = confirmingServer()
    await expect(api.call(exportAccount)).rejects.toMatchObject({ code: 'second_factor_needed' })
    const dialog = auth.stepUp.attach()
    const call = api.call(exportAccount)
    await until(asked)
    dialog.dispose()
    await expect(call).rejects.toMatchObject({ code: 'second_factor_needed' })
  })
})
