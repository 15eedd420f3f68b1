// Builds each example as a package, checks its hashes and imports, and runs it in a kernel.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { EXAMPLES } from '../../examples/plugin-list.js'
import { SHARED } from '../../scripts/lib/plugin/plugin-preset.mjs'
import { ROOT } from '../support/harness.js'

// The folder is inside the project so that Node resolves the packages' shared dependencies.
const FOLDER = join(ROOT, 'test-results', 'example-packages')
const IDS = EXAMPLES.map(({ id }) => id)
const node = (...words: string[]) =>
  execFileSync(process.execPath, words, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

try {
  node('scripts/build-examples.mjs', FOLDER)
  for (const id of IDS) {
    const packed = JSON.parse(readFileSync(join(FOLDER, id, 'plugin.json'), 'utf8'))
    const files = { ...packed.files, [packed.entry]: packed.integrity }
    for (const [path, integrity] of Object.entries<string>(files)) {
      const hash = createHash('sha384').update(readFileSync(join(FOLDER, id, path)))
      assert.equal(integrity, `sha384-${hash.digest('base64')}`, `${id}/${path}`)
    }
    const entry = readFileSync(join(FOLDER, id, packed.entry), 'utf8')
    const imported = [...entry.matchAll(/from\s*["']([^"'.][^"']*)["']/g)].map(([, name = '']) => name)
    assert.deepEqual(
      imported.filter(name => !SHARED.test(name)),
      [],
      id,
    )
  }
  const tried = node('--import', './cli/register.mjs', 'bench/soak/examples/try-packages.ts', FOLDER, ...IDS)
  assert.deepEqual(JSON.parse(tried), {
    states: Object.fromEntries(IDS.map(id => [id, 'active'])),
    droneNotes: 2,
    songNotes: 1,
    settings: ['Drone', 'OneChannel'],
    german: 'Bordun',
  })
  process.stdout.write(`${IDS.length} packages work.\n`)
} finally {
  rmSync(FOLDER, { recursive: true, force: true })
}
