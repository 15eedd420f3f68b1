// Limits the number of client files between the login form and the refreshed session. The path is followed
// from the form to `Auth`, then from `Auth` through the refresh, because React redraws in between.
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { tabOf } from '../../core/auth/session.js'
import { watchFiles } from '../../support/watch-files.js'
import { openScreen } from './open-screen.js'

const MOST_FILES = 12
/** Clock, stores and fakes. */
const TOOLS = /^src\/core\/(platform|testing)\//
const CREDENTIALS = { email: 'jo@example.org', password: 'correct horse', rememberMe: true }

async function pathFromForm() {
  const { kernel, type } = await openScreen('/login')
  await screen.findByRole('textbox')
  await type('Email address', CREDENTIALS.email)
  await type('Password', CREDENTIALS.password)
  const filesSince = watchFiles()
  const paths: (readonly string[])[] = []
  vi.spyOn(kernel.auth, 'login').mockImplementation(async () => void paths.push(filesSince()))
  const form = screen.getByRole('button', { name: 'Log in' }).closest('form') as HTMLFormElement
  filesSince()
  fireEvent.submit(form)
  await vi.waitFor(() => expect(paths).toHaveLength(1))
  return paths[0] ?? []
}

async function pathThroughRefresh() {
  const { auth, cookie } = tabOf()
  const filesSince = watchFiles()
  filesSince()
  await auth.login(CREDENTIALS)
  expect(await auth.refresh()).toBe(true)
  expect(cookie()).toMatchObject({ refreshToken: 'r2' })
  return filesSince()
}

it('a login and the refresh of its session pass through at most twelve client files', async () => {
  const paths = [...(await pathFromForm()), ...(await pathThroughRefresh())]
  const path = [...new Set(paths)].filter(file => !TOOLS.test(file)).sort()
  expect(path.length, path.join('\n')).toBeLessThanOrEqual(MOST_FILES)
  expect(path).toContain('src/plugins/auth/ui/login.tsx')
  expect(path).toContain('src/core/auth/session-cookie.ts')
  expect(path).toContain('src/core/auth/renewal.ts')
})
