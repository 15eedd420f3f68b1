// Runs npm create, install, test, build and publish with the packed packages and a local registry.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VERSION } from '../../src/core/version.js'
import { archiveOf, npmRegistry, type PublishedVersion } from '../../tests/packages/npm-registry.js'
import { ROOT } from '../support/harness.js'

/** Maximum package sizes, bytes. */
const MOST = { cli: 2_500_000, 'create-plugin': 20_000, sdk: 2_000_000 }
const DAY_MS = 86_400_000

const folder = mkdtempSync(join(tmpdir(), 'fretwork-packages-'))
const versions: PublishedVersion[] = []
const registry = await npmRegistry(versions)

function run(cwd: string, program: string, ...words: string[]): Promise<string> {
  const { NODE_ENV: _mode, ...outer } = process.env
  const env = {
    ...outer,
    ...{ npm_config_registry: registry.url, npm_config_cache: join(folder, 'cache'), npm_config_yes: 'true' },
    ...{ npm_config_audit: 'false', npm_config_fund: 'false', npm_config_update_notifier: 'false' },
    FRETWORK_CLI_STATE: join(folder, 'state/cli.json'),
  }
  process.stdout.write(`  ${[program, ...words].join(' ').replace(ROOT, '')}\n`)
  return new Promise((resolve, reject) => {
    execFile(program, words, { cwd, env, maxBuffer: 2 ** 26 }, (error, out, err) =>
      error ? reject(new Error(`${words.join(' ')}\n${out}${err}`, { cause: error })) : resolve(out),
    )
  })
}

const manifestOf = (place: string) => JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))

function installed(modules: string): string[] {
  if (!existsSync(modules)) return []
  const folders = readdirSync(modules, { withFileTypes: true })
    .filter(entry => entry.isDirectory() && !entry.name.startsWith('.'))
    .flatMap(({ name }) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map(each => join(name, each)) : name,
    )
    .map(name => join(modules, name))
  return folders
    .filter(place => existsSync(join(place, 'package.json')))
    .flatMap(place => [place, ...installed(join(place, 'node_modules'))])
}

/**
 * Adds a package to the registry. It is packed on request and only once per version, because node_modules
 * contains hundreds of copies.
 */
function offer(place: string): void {
  const manifest = manifestOf(place)
  if (
    versions.some(({ manifest: { name, version } }) => name === manifest.name && version === manifest.version)
  )
    return
  let archive: Buffer | undefined
  versions.push({
    manifest,
    get archive() {
      archive ??= archiveOf(place)
      return archive
    },
    publishedAt: new Date(Date.now() - 10 * DAY_MS).toISOString(),
  })
}

try {
  const packages = join(folder, 'packages')
  await run(
    ROOT,
    process.execPath,
    '--import',
    './cli/register.mjs',
    'scripts/packages.ts',
    '--out',
    packages,
  )
  for (const [name, most] of Object.entries(MOST)) {
    assert.ok(statSync(join(packages, `fretwork-${name}-${VERSION}.tgz`)).size < most, `${name} is too large`)
    const files = readdirSync(join(packages, name), { recursive: true, withFileTypes: true }).filter(entry =>
      entry.isFile(),
    )
    const texts = files.map(entry => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    assert.ok(!texts.some(text => text.includes(ROOT)), `${name} names the machine that it was made on`)
    assert.equal(manifestOf(join(packages, name)).version, VERSION)
    offer(join(packages, name))
  }
  for (const place of installed(join(ROOT, 'node_modules'))) offer(place)

  await run(folder, 'npm', 'create', '@fretwork/plugin', 'chord-quiz')
  const plugin = join(folder, 'chord-quiz')
  await run(plugin, 'npm', 'install')
  const { exports } = manifestOf(join(plugin, 'node_modules/@fretwork/sdk'))
  const faces = Object.keys(exports).filter(face => face !== './package.json')
  const lines = faces.map((face, index) => `export * as face${index} from '@fretwork/sdk${face.slice(1)}'`)
  writeFileSync(join(plugin, 'src/every-face.ts'), `${lines.join('\n')}\n`)
  await run(plugin, 'npm', 'run', 'types')
  rmSync(join(plugin, 'src/every-face.ts'))
  await run(plugin, 'npm', 'test')
  await run(plugin, 'npm', 'run', 'build')
  assert.match(await run(plugin, 'npm', 'run', 'check'), /chord-quiz: 0 problems and 0 warnings\./)

  offer(plugin)
  const cli = join(folder, 'cli')
  mkdirSync(cli)
  writeFileSync(join(cli, 'package.json'), '{ "private": true, "type": "module" }')
  await run(cli, 'npm', 'install', '@fretwork/cli')
  await run(cli, 'npx', 'fretwork', 'plugins', 'install', 'fretwork-plugin-chord-quiz', '--yes')
  assert.match(await run(cli, 'npx', 'fretwork', 'plugins', 'list'), /chord-quiz +0\.1\.0 +registered/)
  await assert.rejects(run(cli, 'npx', 'fretwork', 'server', 'start'), /needs the server of Fretwork/)

  const headless = join(folder, 'headless')
  mkdirSync(headless)
  writeFileSync(join(headless, 'package.json'), '{ "private": true, "type": "module" }')
  await run(headless, 'npm', 'install', '@fretwork/sdk')
  assert.deepEqual(readdirSync(join(headless, 'node_modules')).sort(), [
    '.package-lock.json',
    '@fretwork',
    'zod',
  ])
  writeFileSync(
    join(headless, 'test.mjs'),
    `import { createTestKernel, expectNoLeaks, fakeMidi } from '@fretwork/sdk/testing'
import { MIDI_EVENT, MIDI_PAGE } from '@fretwork/sdk/plugins/midi-io'
import { PLUGINS } from '@fretwork/sdk/testing/plugins'
const { midi, page } = fakeMidi({ permission: 'granted', inputs: [{ id: 'guitar' }] })
const kernel = await createTestKernel({ plugins: PLUGINS, overrides: [[MIDI_PAGE, async () => page]] })
const heard = []
const listening = kernel.events.on(MIDI_EVENT, ({ kind }) => heard.push(kind))
await kernel.host.activate('midi-io')
while (!midi.isListenedTo('guitar')) await new Promise(resolve => setImmediate(resolve))
midi.play('guitar', [0x90, 64, 100])
listening.dispose()
expectNoLeaks(kernel)
console.log(heard.join())
`,
  )
  assert.equal(await run(headless, process.execPath, 'test.mjs'), 'note\n')
} finally {
  await registry.end()
  rmSync(folder, { recursive: true, force: true })
}
