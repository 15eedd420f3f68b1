import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EXAMPLES } from '../../examples/plugin-list.js'
import { SHARED } from '../../scripts/lib/plugin/plugin-preset.mjs'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
// Below the project, so that Node takes the files for modules.
const FOLDER = join(ROOT, 'test-results', 'example-packages')
const IDS = EXAMPLES.map(({ id }) => id)

/** As a person's terminal has it: the build must not take itself for a test. */
const { VITEST: _vitest, NODE_ENV: _mode, ...env } = process.env
const node = async (...args: string[]) =>
  (await promisify(execFile)(process.execPath, args, { cwd: ROOT, env })).stdout

beforeAll(() => node('scripts/build-examples.mjs', FOLDER), 120_000)
afterAll(() => rm(FOLDER, { recursive: true, force: true }))

it.each(IDS)('%s: its files have the hashes that plugin.json names, and share what the page has', id => {
  const packed = JSON.parse(readFileSync(join(FOLDER, id, 'plugin.json'), 'utf8'))
  const files: [string, string][] = [
    [packed.entry, packed.integrity],
    ...Object.entries<string>(packed.files),
  ]
  for (const [path, integrity] of files) {
    const hash = createHash('sha384')
      .update(readFileSync(join(FOLDER, id, path)))
      .digest('base64')
    expect(integrity, path).toBe(`sha384-${hash}`)
  }
  const entry = readFileSync(join(FOLDER, id, packed.entry), 'utf8')
  const imported = [...entry.matchAll(/from\s*["']([^"'.][^"']*)["']/g)].map(([, name = '']) => name)
  expect(imported.filter(name => !SHARED.test(name))).toEqual([])
})

it('work from their files as they do from their sources', async () => {
  const said = JSON.parse(
    await node('--import', './cli/register.mjs', 'tests/examples/try-packages.ts', FOLDER, ...IDS),
  )
  expect(said).toEqual({
    states: Object.fromEntries(IDS.map(id => [id, 'active'])),
    droneNotes: 2,
    songNotes: 1,
    settings: ['Drone', 'OneChannel'],
    german: 'Bordun',
  })
})
