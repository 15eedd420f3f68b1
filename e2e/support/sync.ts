// Devices of one user: each is a browser of its own.
import type { Page } from 'playwright'

/** A device whose user has switched the sync off. */
export async function withoutSync(page: Pick<Page, 'addInitScript'>): Promise<void> {
  await page.addInitScript(() => {
    // A page of nothing, which every tab begins with, has no storage, nor have frames of plugins.
    if (window === window.top && location.protocol.startsWith('http'))
      localStorage.fretworkSync ??= '{"version":"1","on":false,"device":""}'
  })
}
