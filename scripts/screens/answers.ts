// What the server and the browser are made to say, where a state is hard to come by honestly.
import type { Page } from 'playwright'
import { ERRORS, type ErrorCode } from '../../src/core/api/errors.js'

type Arrange = (page: Page, url: string) => Promise<unknown>

/** @param calls a glob of addresses: `**\/auth/login` */
export const refusing =
  (calls: string, code: ErrorCode, more: object = {}): Arrange =>
  async page => {
    const { status, detail } = ERRORS[code]
    const body = JSON.stringify({ title: code, status, detail, code, ...more })
    await page.route(calls, route => route.fulfill({ status, contentType: 'application/problem+json', body }))
  }

export const answering =
  (calls: string, json: unknown): Arrange =>
  page =>
    page.route(calls, route => route.fulfill({ json }))

/** Done, with nothing to say. @param status the one that the contract has */
export const accepting =
  (calls: string, status = 200): Arrange =>
  page =>
    page.route(calls, route => route.fulfill({ status }))

export const unreachable =
  (calls: string): Arrange =>
  page =>
    page.route(calls, route => route.abort('connectionrefused'))

/** The server's own answer, changed. */
export const changing =
  (calls: string, change: (json: Record<string, unknown>) => unknown): Arrange =>
  page =>
    page.route(calls, async route => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: change(await answer.json()) })
    })

export const both =
  (...all: readonly Arrange[]): Arrange =>
  async (page, url) => {
    for (const arrange of all) await arrange(page, url)
  }

export const inGerman: Arrange = page =>
  page.addInitScript(() => {
    Object.defineProperty(navigator, 'languages', { get: () => ['de-DE'] })
    Object.defineProperty(navigator, 'language', { get: () => 'de-DE' })
  })

/** This page alone loses its connection: the others share its browser. */
export async function goOffline(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const speed = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
  await session.send('Network.emulateNetworkConditions', { offline: true, ...speed })
  await page
    .getByText(/^You’re offline/)
    .first()
    .waitFor()
  await page.waitForTimeout(500)
}
