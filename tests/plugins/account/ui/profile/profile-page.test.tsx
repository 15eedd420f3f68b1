// Profile editor: field errors, unsaved changes and commands.
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
// Preloads the screen so that no test waits for it.
import '../../../../../src/plugins/account/ui/profile/profile-page.js'
import { logInElsewhere } from '../../../../core/auth/session.js'
import { later } from '../../../../support/later.js'
import { type Answers, openAccount, problem, renderAccount } from '../../account-screen.js'

const ada = { name: 'Ada', handle: 'ada', bio: '', instruments: ['Guitar'], public: false }
const serving = (more: Answers = {}): Answers => ({ 'GET profile/': () => [200, ada], ...more })
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const save = () => screen.getByRole('button', { name: 'Save profile' })

async function openProfile(answers: Answers) {
  const opened = await openAccount('ProfilePage', answers)
  await screen.findByRole('textbox', { name: 'Handle' })
  return opened
}

it('unsaved profile changes survive a lost connection, and a taken handle is reported', async () => {
  let down = true
  const { notices, user } = await openProfile(
    serving({ 'POST profile/': () => (down ? [0] : problem(409, 'handle_taken')) }),
  )
  await user.type(field('Handle'), '_b')
  await user.click(save())
  await waitFor(() => expect(notices.at(-1)).toMatchObject({ kind: 'warning', code: 'network' }))
  expect(field('Handle').value).toBe('ada_b')
  down = false
  await user.click(save())
  expect(await screen.findByText('This handle is taken. Choose a different one.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field('Handle')))
})

it('saving a profile keeps changes made in another tab', async () => {
  let now: object = ada
  const { named, user } = await openProfile({
    'GET profile/': () => [200, now],
    'POST profile/': sent => [200, sent],
  })
  now = { ...ada, bio: 'From the other tab' }
  await user.clear(field('Handle'))
  await user.type(field('Handle'), ' @ada_2 ')
  await user.click(save())
  await waitFor(() =>
    expect(named('POST profile/').map(({ sent }) => sent)).toEqual([
      { ...ada, handle: 'ada_2', bio: 'From the other tab' },
    ]),
  )
  await waitFor(() => expect(field('About you').value).toBe('From the other tab'))
})

it('unsaved profile changes do not overwrite changes from another device', async () => {
  let now: object = ada
  const { kernel, named, router, user, unmount } = await openProfile({
    'GET profile/': () => [200, now],
    'POST profile/': sent => {
      now = sent
      return [200, now]
    },
  })
  await user.type(field('About you'), 'Hello')
  await act(() => router.navigate('/elsewhere'))
  await kernel.commands.execute('account.publish-profile')
  unmount()
  renderAccount(kernel, 'ProfilePage')
  await screen.findByRole('textbox', { name: 'Handle' })
  expect(field('About you').value).toBe('Hello')
  expect(screen.getByRole<HTMLInputElement>('switch', { name: /^Public profile/ }).checked).toBe(true)
  await user.click(save())
  await waitFor(() => expect(named('POST profile/')).toHaveLength(2))
  expect(now).toEqual({ ...ada, bio: 'Hello', public: true })
})

it('text typed while saving a profile stays in the field as an unsaved change', async () => {
  const { promise: answered, answer: give } = later()
  const { named, notices, user } = await openProfile(
    serving({ 'POST profile/': async sent => answered.then(() => [200, sent] as const) }),
  )
  await user.type(field('About you'), 'One')
  await user.click(save())
  await waitFor(() => expect(named('POST profile/')).toHaveLength(1))
  await user.type(field('About you'), ' and two')
  give()
  await waitFor(() => expect(notices.map(({ message }) => message)).toContain('Profile saved.'))
  expect(field('About you').value).toBe('One and two')
  expect(screen.getByText('Unsaved changes')).toBeTruthy()
})

it('the profile page updates when a different user logs in from another tab', async () => {
  let now: object = ada
  const { named, platform, user } = await openProfile({ 'GET profile/': () => [200, now] })
  await user.type(field('About you'), 'Mine')
  now = { ...ada, name: 'Bob', handle: 'bob', bio: 'Of Bob' }
  act(() => logInElsewhere(platform, '7c9e6679-7425-40de-944b-e07fc1f90ae8'))
  await waitFor(() => expect(field('Handle').value).toBe('bob'))
  expect([field('About you').value, named('GET profile/').length]).toEqual(['Of Bob', 2])
})

it('an invalid picture is rejected without a request, and the same file can be chosen again', async () => {
  const { named, notices, user } = await openProfile(serving())
  const file = new File(['no picture'], 'me.png', { type: 'image/png' })
  await user.upload(screen.getByLabelText('Picture file'), file)
  await waitFor(() => expect(notices.at(-1)).toMatchObject({ kind: 'warning', code: 'picture_unreadable' }))
  expect(named('PUT avatar/')).toEqual([])
  await user.upload(screen.getByLabelText('Picture file'), file)
  await waitFor(() => expect(notices).toHaveLength(2))
})

it('saving and discarding a profile are available only while there are unsaved changes', async () => {
  const { kernel, named, user } = await openProfile(serving({ 'POST profile/': sent => [200, sent] }))
  const { commands } = kernel
  expect(commands.isEnabled('account.save-profile')).toBe(false)
  await user.type(field('About you'), 'Hello')
  await waitFor(() => expect(commands.isEnabled('account.discard-profile')).toBe(true))
  await act(() => commands.execute('account.discard-profile'))
  expect(field('About you').value).toBe('')
  await user.type(field('About you'), 'Hi')
  await act(() => commands.execute('account.save-profile'))
  await waitFor(() => expect(named('POST profile/')).toMatchObject([{ sent: { bio: 'Hi' } }]))
  await waitFor(() => expect(commands.isEnabled('account.save-profile')).toBe(false))
  await act(() => commands.execute('account.publish-profile'))
  expect(screen.getByRole<HTMLInputElement>('switch', { name: /^Public profile/ }).checked).toBe(true)
  expect(named('POST profile/')).toHaveLength(1)
})

it('publishing a profile takes effect on other pages immediately and can be undone', async () => {
  let down = false
  let now = { ...ada, avatar: 'v1' }
  const { kernel, named, notices } = await openAccount('KeysPage', {
    'GET profile/': () => [200, now],
    'POST profile/': sent => {
      if (down) return [0]
      now = { ...now, ...(sent as object) }
      return [200, now]
    },
  })
  await kernel.commands.execute('account.publish-profile')
  expect(named('POST profile/').map(({ sent }) => sent)).toEqual([
    { name: 'Ada', handle: 'ada', bio: '', instruments: ['Guitar'], public: true },
  ])
  await kernel.commands.execute('account.publish-profile')
  expect(named('POST profile/')).toHaveLength(1)
  notices.at(-1)?.action?.run()
  await waitFor(() => expect(now.public).toBe(false))
  await kernel.commands.execute('account.publish-profile')
  down = true
  notices.at(-1)?.action?.run()
  await waitFor(() => expect(notices.at(-1)).toMatchObject({ kind: 'warning', code: 'network' }))
})
