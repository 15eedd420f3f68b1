// What axe finds wrong with a page.
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Our pages have no frames of other sites: axe needs no page of its own to put its findings together. */
export async function axeFindings(page: Page) {
  await transitionsEnd(page)
  return (await new AxeBuilder({ page }).setLegacyMode(true).analyze()).violations
}

/** A colour in the middle of a transition says nothing about the design. */
async function transitionsEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    // One that is cancelled has ended as well.
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}
