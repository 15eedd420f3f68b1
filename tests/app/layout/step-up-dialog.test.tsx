import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { StepUpDialog } from '../../../src/app/layout/inside.js'
import { exportAccount } from '../../../src/core/api/account.js'
import { createTestKernel } from '../../../src/core/testing/test-kernel.js'
import { goodServer } from '../../core/auth/session.js'
import { type Answering, fakeTransport, ok, problem } from '../../core/http/fake-transport.js'
import { showIn } from '../../core/react/shown.js'

const CHALLENGE = 'C'.repeat(43)
const EXPORTED = { exportedAt: '', tenant: 'fretwork', rows: {} }

async function openDialog(confirm: Answering = () => ({ status: 204 })) {
  let confirmed = false
  const { transport, sent } = fakeTransport(
    goodServer({
      export: () => (confirmed ? ok(EXPORTED) : problem(403, 'second_factor_needed')),
      challenge: () => ok({ challenge: CHALLENGE, methods: ['totp', 'recovery'] }),
      confirm: request => {
        const answer = confirm(request)
        confirmed = 'status' in answer && answer.status === 204
        return answer
      },
    }),
  )
  const kernel = await createTestKernel({ transport })
  await kernel.auth.login({ email: 'jo@example.org', password: 'x', rememberMe: true })
  const user = await showIn(kernel, <StepUpDialog />)
  const exported = kernel.api.call(exportAccount).then(
    () => 'done',
    error => error.code,
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
  await dialog.findByLabelText('Code from your authenticator app')
  return { dialog, exported, sent, user }
}

describe('the dialog for the second factor', () => {
  it('confirms with a code, closes, and the call is repeated', async () => {
    const { dialog, exported, sent, user } = await openDialog()
    await user.type(dialog.getByLabelText('Code from your authenticator app'), '123456')
    await user.click(dialog.getByRole('button', { name: 'Confirm' }))
    expect(await exported).toBe('done')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const bodies = sent.filter(({ url }) => url.endsWith('/confirm')).map(({ body }) => body)
    expect(bodies).toEqual([{ challenge: CHALLENGE, code: '123456' }])
  })

  it('says at the field that the code is wrong, and stays', async () => {
    const { dialog, exported, user } = await openDialog(() => problem(403, 'second_factor_wrong'))
    await user.type(dialog.getByLabelText('Code from your authenticator app'), '123456')
    await user.click(dialog.getByRole('button', { name: 'Confirm' }))
    expect(await dialog.findByText(/^This code is wrong/)).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(await exported).toBe('second_factor_needed')
  })
})
