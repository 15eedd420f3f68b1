import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { createServer } from 'vite'
import { logIn } from '../support/log-in.js'
import { play, withMidi } from '../support/midi.js'
import { DEMO, freePort } from '../support/product.js'
import { expect, test } from '../support/test.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** Sources of the page, without its packages. */
const COPIED = ['src', 'public', 'index.html', 'package.json', 'tsconfig.json'] as const

interface DevServer {
  readonly url: string
  /** Rewrites a file of the copy as an editor would, by its path in the project. */
  edit(path: string, change: (text: string) => string): void
  stop(): Promise<void>
}

/** @param backend address of a running product, to which the dev server proxies requests */
async function startDevServer(backend: string): Promise<DevServer> {
  // Not among the test results: Vite follows no changes there.
  const folder = mkdtempSync(join(tmpdir(), 'fretwork-dev-'))
  for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  // Read by the configuration, which is the project's own.
  process.env.FRETWORK_BACKEND = backend
  const port = await freePort()
  const server = await createServer({
    configFile: join(ROOT, 'vite.config.ts'),
    root: folder,
    // Kept from run to run: packages are prepared once.
    cacheDir: join(ROOT, 'test-results', 'vite'),
    clearScreen: false,
    logLevel: 'error',
    // The packages lie outside of the copy.
    server: { host: '127.0.0.1', port, strictPort: true, fs: { strict: false } },
  })
  await server.listen()
  return {
    url: `http://127.0.0.1:${port}`,
    edit(path, change) {
      const file = join(folder, path)
      writeFileSync(file, change(readFileSync(file, 'utf8')))
    },
    async stop() {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

let server: DevServer

test.beforeAll(async ({ baseURL }) => {
  server = await startDevServer(baseURL ?? '')
})
test.afterAll(() => server.stop())

const log = (page: Page) => page.getByRole('region', { name: 'The 100 newest events' })
const logged = (page: Page) => log(page).getByRole('row')
/** How many events are laid out while the log rests at its top. */
const AT_REST = 24

// Vite prepares every module when it is first asked for: no other test takes as long.
test.setTimeout(300_000)

test('a changed plugin does its new work in the open page, and the log and the session stay', {
  tag: '@soak',
}, async ({ page }) => {
  await withMidi(page)
  await logIn(page, server.url, DEMO.adminEmail)
  await expect(page.locator('[data-neck-position]').first()).toBeVisible({ timeout: 180_000 })
  // A mark that a reload would wipe away.
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
  const chord = [
    [0x90, 48, 90],
    [0x90, 52, 90],
    [0x90, 55, 90],
  ] as const
  await play(page, ...chord)
  await expect(page.locator('[data-chord]')).toHaveText('C')
  await expect(logged(page)).toHaveCount(4)

  server.edit('src/plugins/fretboard/playing/now.ts', text =>
    text.replace('called(asked, named) : named', "called(asked, named) : { ...named, name: 'Retuned' }"),
  )
  let played = chord.length
  await expect(async () => {
    played += 2
    await play(page, [0x80, 55, 0], [0x90, 55, 90])
    await expect(page.locator('[data-chord]')).toHaveText('Retuned', { timeout: 2000 })
  }).toPass()
  // With the head. Counted here: the name may be drawn before the rows of what was played last.
  const rows = 1 + Math.min(played, AT_REST)
  await expect(logged(page)).toHaveCount(rows)

  // The plugin that holds the log hands it on to its successor, which draws it again.
  await log(page).evaluate(drawn => drawn.setAttribute('data-old', ''))
  server.edit('src/plugins/midi-io/log/log-commands.ts', text =>
    text.replace('The MIDI log was cleared.', 'All gone.'),
  )
  await expect(page.locator('[data-old]')).toHaveCount(0)
  await expect(logged(page)).toHaveCount(rows)
  await expect(async () => {
    // What the old one has cleared leaves nothing for the new one to clear.
    await play(page, [0x80, 55, 0])
    await page.getByRole('button', { name: 'Clear the log' }).click()
    await expect(page.getByText('All gone.')).toBeVisible({ timeout: 2000 })
  }).toPass()
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true)
  await expect(page).toHaveURL(/\/fretboard$/)
})
