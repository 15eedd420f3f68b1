// Accessibility violations found by axe.
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Runs axe in legacy mode, which opens no extra page. The app has no cross-origin frames that would need one.
 */
const axe = (page: Page) =>
  new AxeBuilder({ page }).setLegacyMode(true).options({
    // Only violations are evaluated, and no rule inspects style sheets.
    resultTypes: ['violations'],
    preload: { assets: ['media'] },
  })

/** Rules that depend on colors. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Returns axe findings in the light and dark color schemes, without animations. The schemes differ only in
 * colors, so color rules run in both and all other rules once.
 */
export async function findingsInBothSchemes(page: Page): Promise<string[]> {
  const findings: string[] = []
  // Pages outside the application have no Mantine attribute and follow the browser's color scheme.
  const isApplication = (await page.locator('html[data-mantine-color-scheme]').count()) > 0
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    if (isApplication)
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await transitionsEnd(page)
    const builder = colorScheme === 'light' ? axe(page) : axe(page).withRules(COLOR_RULES)
    for (const { id, nodes } of (await builder.analyze()).violations)
      findings.push(`${colorScheme} ${id} ${page.url()} ${nodes[0]?.html}`)
  }
  return findings
}

/** Waits until transitions end, because intermediate colors would cause false findings. */
export async function transitionsEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // A new transition can begin up to two frames later.
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    // A canceled transition counts as ended.
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}
