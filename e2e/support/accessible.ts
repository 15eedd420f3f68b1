// What axe finds wrong with a page as it stands.
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Our pages have no frames of other sites: axe needs no page of its own to put its findings together. */
export async function axeFindings(page: Page) {
  return (await new AxeBuilder({ page }).setLegacyMode(true).analyze()).violations
}
