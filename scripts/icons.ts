// Generates the app icons from `public/icon.svg`: `node --import ./cli/register.mjs scripts/icons.ts`
import { mkdirSync, readFileSync } from 'node:fs'
import { launchChromium } from '../e2e/support/browser.js'

const FOLDER = 'public/icons'
/** Background color outside the rounded corners. */
const GROUND = '#1d1b1a'

/** `share` is the size of the drawing. Maskable icons may be cropped to the inner 80%. */
const ICONS = [
  { name: 'icon-192', size: 192, share: 1, ground: 'transparent' },
  { name: 'icon-512', size: 512, share: 1, ground: 'transparent' },
  { name: 'maskable-512', size: 512, share: 0.8, ground: GROUND },
  { name: 'apple-180', size: 180, share: 1, ground: GROUND },
]

mkdirSync(FOLDER, { recursive: true })
const drawing = readFileSync('public/icon.svg', 'utf8')
const browser = await launchChromium()
try {
  for (const { name, size, share, ground } of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    const side = Math.round(size * share)
    await page.setContent(
      `<style>body{margin:0;display:grid;place-items:center;height:100vh;background:${ground}}svg{width:${side}px;height:${side}px}</style>${drawing}`,
    )
    await page.screenshot({ path: `${FOLDER}/${name}.png`, omitBackground: true })
    await page.close()
  }
} finally {
  await browser.close()
}
