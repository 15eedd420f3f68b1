// Creates accounts with all features for a single test.
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { DEMO } from './product.js'
import { newAccount } from './register.js'

export interface Account {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly call: (
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: object,
  ) => Promise<Record<string, string>>
}

export async function caller(page: Page, url: string, email: string): Promise<Account['call']> {
  const headers = { 'x-tenant': 'fretwork' }
  const data = { email, password: DEMO.password }
  const login = await page.request.post(`${url}/presence/api/v1/auth/login`, { headers, data })
  const { jwt } = await login.json()
  return async (method, path, body) => {
    const answer = await page.request.fetch(`${url}/presence/api/v1/${path}`, {
      ...{ method, headers: { ...headers, authorization: `Bearer ${jwt}` } },
      ...(body && { data: body }),
    })
    expect(answer.ok(), `${path}: ${answer.status()}`).toBe(true)
    const text = await answer.text()
    return text === '' ? {} : JSON.parse(text)
  }
}

export async function showProfile(call: Account['call']): Promise<void> {
  const { name, handle, bio, instruments } = await call('GET', 'user/profile/')
  await call('POST', 'user/profile/', { name, handle, bio, instruments, public: true })
}

/** Creates two users with public profiles and the Pro plan. The second follows the first. */
export async function befriended(
  page: Page,
  url: string,
  names: readonly [string, string],
): Promise<[Account, Account]> {
  const admin = await caller(page, url, DEMO.adminEmail)
  const made = async (name: string): Promise<Account> => {
    const email = `${name.toLowerCase().replace(' ', '.')}-${Date.now()}@mail.example`
    await newAccount(page, url, { email, password: DEMO.password, name })
    const call = await caller(page, url, email)
    const { id = '' } = await call('GET', 'auth/user')
    await admin('POST', `admin/users/${id}/plan`, { level: 'Pro' })
    await showProfile(call)
    return { name, email, id, call }
  }
  const [first, second] = [await made(names[0]), await made(names[1])]
  await second.call('POST', `user/link/${first.id}`)
  return [first, second]
}
