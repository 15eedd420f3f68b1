import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { FEATURES_OFF } from '../../e2e/support/browser.js'

it('the browser of the tests has everything off that Playwright switches off', async () => {
  const playwright = dirname(createRequire(import.meta.url).resolve('playwright-core'))
  const bundle = await readFile(join(playwright, 'lib', 'coreBundle.js'), 'utf8')
  const [, list = ''] = /disabledFeatures = \[(.*?)\]/s.exec(bundle) ?? []
  const theirs = [...list.matchAll(/^ *"(\w+)",?$/gm)].map(([, name]) => name)
  expect(theirs.length).toBeGreaterThan(5)
  expect(FEATURES_OFF).toEqual(expect.arrayContaining(theirs))
})
