// Registers a user for one test and waits for the account, which the server creates after responding.
import { expect, type Page } from '@playwright/test'

export interface NewUser {
  readonly email: string
  readonly password: string
  readonly name: string
}

async function register(page: Page, url: string, user: NewUser): Promise<string> {
  const answer = await page.request.post(`${url}/presence/api/v1/auth/register`, {
    headers: { 'x-tenant': 'fretwork' },
    data: { ...user, acceptTerms: true },
  })
  expect(answer.status()).toBe(202)
  const mail = new RegExp(`href="(/dev/mail/[^"]+)">[^<]*</a><br><small>${user.email}`)
  let path: string | undefined
  await expect
    .poll(async () => {
      path = mail.exec(await (await page.request.get(`${url}/dev/mail`)).text())?.[1]
      return path
    })
    .toBeDefined()
  return path ?? ''
}

export async function newAccount(page: Page, url: string, user: NewUser): Promise<NewUser> {
  const mail = await register(page, url, user)
  const text = await (await page.request.get(`${url}${mail}`)).text()
  const token = /#token=([\w-]{43})/.exec(text)?.[1]
  const answer = await page.request.post(`${url}/presence/api/v1/auth/verify/${token}`, {
    headers: { 'x-tenant': 'fretwork' },
  })
  expect(answer.status()).toBe(200)
  return user
}
