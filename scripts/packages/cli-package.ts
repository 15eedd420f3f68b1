// Builds the package `@fretwork/cli`, the command line without the server.
import { chmodSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { build, loadConfigFromFile, type Plugin, type PluginOption } from 'vite'
import { root } from '../lib/project.mjs'
import { LICENSE, withoutModules } from './compile.js'
import { beginPackage, rangeOf, writePackageJson } from './files.js'

const SERVER_APART = 'fretwork:server-bundle-apart'

const SENTENCE =
  'This command needs the server of Fretwork, which @fretwork/cli does not contain; run it where Fretwork is installed, as "npx fretwork" in its folder.'

const NO_SERVER = `
import { CliError, EXIT } from ${JSON.stringify(join(root, 'cli/errors.ts'))}
throw new CliError('server_missing', ${JSON.stringify(SENTENCE)}, EXIT.usage)
`

/** Removes the environment variables of `fretwork server` from the help. This package has no server. */
const NO_CONFIG = 'export const VARIABLE_HELP = {}'

export async function writeCli(out: string): Promise<string> {
  const folder = beginPackage(out, 'cli')
  process.env.FRETWORK_BUILD = 'cli'
  const loaded = await loadConfigFromFile(
    { command: 'build', mode: 'production' },
    join(root, 'vite.config.ts'),
    root,
  )
  const config = loaded?.config ?? {}
  await build({
    ...config,
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [
      ...(config.plugins ?? []).filter(plugin => nameOf(plugin) !== SERVER_APART),
      withoutModules('fretwork:no-config', (...names) => serverModule(...names) === 'config.js', NO_CONFIG),
      withoutModules('fretwork:no-server', (...names) => serverModule(...names) !== undefined, NO_SERVER),
    ],
    build: { ...config.build, outDir: join(folder, 'dist'), sourcemap: false, license: LICENSE },
  })
  const bin = join(folder, 'bin.mjs')
  writeFileSync(bin, BIN)
  chmodSync(bin, 0o755)
  writePackageJson(folder, 'cli', {
    description: 'The command line of Fretwork: check plugins, replay MIDI, convert songs',
    keywords: ['fretwork', 'midi', 'guitar', 'cli'],
    bin: { fretwork: 'bin.mjs' },
    files: ['bin.mjs', 'dist', 'NOTICE'],
    dependencies: Object.fromEntries(['@npmcli/config', 'pacote'].map(name => [name, rangeOf(name)])),
  })
  return folder
}

const BIN = `#!/usr/bin/env node
import module from 'node:module'

// Cache compiled code for the next start (Node.js 22.8 and later). Without the cache, starts are only slower.
module.enableCompileCache?.()
await import('./dist/main.mjs')
`

function nameOf(plugin: PluginOption): string | undefined {
  return (plugin as Plugin | undefined)?.name
}

function serverModule(source: string, importer: string): string | undefined {
  if (!source.startsWith('.')) return undefined
  const path = relative(join(root, 'server'), resolve(dirname(importer), source))
  return path.startsWith('..') ? undefined : path.split(sep).join('/')
}
