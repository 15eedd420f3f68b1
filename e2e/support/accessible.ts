// What axe finds wrong with a page as it stands.
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Our pages have no frames of other sites: axe needs no page of its own to put its findings together. */
export async function axeFindings(page: Page) {
  await standsStill(page)
  return (await new AxeBuilder({ page }).setLegacyMode(true).analyze()).violations
}

/** While a colour fades into another, what lies between them is nobody's choice. */
async function standsStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    // One that is cancelled has ended as well.
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}
