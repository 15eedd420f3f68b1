// The second step of a login: code, recovery code, passkey, and the way back.
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { goodServer, tokenOf } from '../../core/auth/session.js'
import { type Answering, ok, problem } from '../../core/http/fake-transport.js'
import { comeBack, heading, openScreen } from './open-screen.js'
// Loaded with the test, so that no test waits for it.
import '../../../src/plugins/auth/ui/second-step.js'

const { startAuthentication } = vi.hoisted(() => ({ startAuthentication: vi.fn() }))
vi.mock('@simplewebauthn/browser', () => ({ startAuthentication, startRegistration: vi.fn() }))
beforeEach(() => {
  startAuthentication.mockReset()
})

const CHALLENGE = 'C'.repeat(43)
const demand =
  (methods: readonly string[], passkey?: object): Answering =>
  () =>
    problem(401, 'second_factor_required', {
      secondFactor: { challenge: CHALLENGE, methods, ...(passkey && { passkey }) },
    })
const tokens = () => ok({ jwt: tokenOf(), refreshToken: 'r1' })

async function atSecondStep(
  methods: readonly string[] = ['totp', 'recovery'],
  { answering = tokens as Answering, passkey = undefined as object | undefined } = {},
) {
  const server = goodServer({ login: demand(methods, passkey), 'second-factor': answering })
  const opened = await openScreen('/login?return=%2Fsongs%2F7', { answering: server })
  await screen.findByRole('textbox')
  await opened.type('Email address', 'jo@example.org')
  await opened.type('Password', 'correct horse')
  await opened.click('Log in')
  await heading('One more step')
  return opened
}

describe('the second step', () => {
  it('takes the code of the app, however it is spaced, and leads on; what is wrong is said at the field', async () => {
    const answers = [problem(403, 'second_factor_wrong'), tokens()]
    const answering = () => answers.shift() ?? tokens()
    const { bodies, click, path, type, kernel } = await atSecondStep(['totp', 'recovery'], { answering })
    expect(kernel.auth.state.getState().status).toBe('loggedOut')
    const field = screen.getByLabelText<HTMLInputElement>('Code from your authenticator app')
    expect([field.autocomplete, field.inputMode]).toEqual(['one-time-code', 'numeric'])
    expect(document.activeElement).toBe(field)
    await type('Code from your authenticator app', '12345')
    await click('Log in')
    expect(await screen.findByText('Enter the six digits the app shows.')).toBeTruthy()
    expect(bodies('second-factor')).toEqual([])
    await type('Code from your authenticator app', '654321')
    await click('Log in')
    expect(await screen.findByText(/^This code isn’t right/)).toBeTruthy()
    expect(document.activeElement).toBe(field)
    await type('Code from your authenticator app', '123 456')
    await click('Log in')
    await screen.findByText('Elsewhere')
    expect(path()).toBe('/songs/7')
    expect(bodies('second-factor')[1]).toEqual({ challenge: CHALLENGE, code: '123456' })
  })

  it('takes a passkey, of which it sends what the server checks', async () => {
    const passkey = { challenge: 'abc', rpId: 'studio.example' }
    const response = { clientDataJSON: 'c', authenticatorData: 'a', signature: 's', userHandle: 'u' }
    startAuthentication.mockResolvedValue({ id: 'k', rawId: 'k', type: 'public-key', response })
    const { bodies, click } = await atSecondStep(['passkey', 'recovery'], { passkey })
    await click('Use a passkey')
    await screen.findByText('Elsewhere')
    expect(startAuthentication).toHaveBeenCalledWith({ optionsJSON: passkey })
    expect(bodies('second-factor')).toEqual([
      {
        challenge: CHALLENGE,
        passkey: { id: 'k', clientDataJSON: 'c', authenticatorData: 'a', signature: 's' },
      },
    ])
  })

  it.each([
    ['NotAllowedError', /^No passkey was used/],
    ['SecurityError', /^Passkeys don’t work at this address/],
  ])('says what to do after a %s of the browser', async (name, sentence) => {
    startAuthentication.mockRejectedValue(Object.assign(new Error('no'), { name }))
    const { bodies, click } = await atSecondStep(['passkey'], { passkey: {} })
    await click('Use a passkey')
    expect((await screen.findByRole('alert')).textContent).toMatch(sentence)
    expect(bodies('second-factor')).toEqual([])
  })

  it('begins again where the challenge is over', async () => {
    const answering = () => problem(400, 'challenge_invalid')
    const { click, type } = await atSecondStep(['totp'], { answering })
    await type('Code from your authenticator app', '123456')
    await click('Log in')
    expect((await screen.findByRole('alert')).textContent).toMatch(/^That took too long/)
    await click('Start again')
    expect(await heading('Log in to Fretwork')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Email address').value).toBe('jo@example.org')
  })
})

it('after an external login asks as well, and leads to where the user wanted to go', async () => {
  const answering = goodServer({ external: demand(['totp']), 'second-factor': tokens })
  const opened = await comeBack('code=abc&state=the-state', { answering })
  await heading('One more step')
  await opened.type('Code from your authenticator app', '123456')
  await opened.click('Log in')
  await screen.findByText('Elsewhere')
  await waitFor(() => expect(opened.path()).toBe('/songs/7'))
  expect(opened.bodies('second-factor')).toEqual([{ challenge: CHALLENGE, code: '123456' }])
})
