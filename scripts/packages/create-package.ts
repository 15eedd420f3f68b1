// `@fretwork/create-plugin`: the scaffold as one file, with the versions of this day written into it.
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMPILER, TOOLS } from '../../cli/scaffold/packages-of-fretwork.js'
import { PLUGINS } from '../../src/plugins/plugin-list.js'
import { compile } from './compile.js'
import { beginPackage, PROJECT, rangeOf, writeNotices, writePackageJson } from './files.js'

/** What replaces `PACKAGES_OF_FRETWORK`: what a new plugin is developed with. */
export function scaffoldDefine(): Record<string, string> {
  const own = ['@fretwork/cli', '@fretwork/sdk'].map(name => [name, `^${PROJECT.version}`])
  const tools = TOOLS.map(name => [name, rangeOf(name)])
  const all = [...own, ...tools, ['typescript', rangeOf(COMPILER)]]
  return { PACKAGES_OF_FRETWORK: JSON.stringify(Object.fromEntries(all)) }
}

export async function writeCreatePlugin(out: string): Promise<string> {
  const folder = beginPackage(out, 'create-plugin')
  const shipped = PLUGINS.map(({ id, contributes }) => ({
    id,
    contributes: { routes: (contributes?.routes ?? []).map(({ path }) => ({ path })) },
  }))
  const { modules } = await compile({
    input: { 'create-plugin': 'cli/create-plugin.ts' },
    outDir: join(folder, 'dist'),
    external: /^node:/,
    define: { ...scaffoldDefine(), PLUGINS_OF_FRETWORK: JSON.stringify(shipped) },
  })
  const bin = join(folder, 'dist/create-plugin.js')
  writeFileSync(bin, `#!/usr/bin/env node\n${readFileSync(bin, 'utf8')}`)
  chmodSync(bin, 0o755)
  writeNotices(folder, modules)
  writePackageJson(folder, 'create-plugin', {
    description: 'Make a plugin for Fretwork: npm create @fretwork/plugin my-plugin',
    keywords: ['fretwork', 'fretwork-plugin'],
    bin: { 'create-plugin': 'dist/create-plugin.js' },
    files: ['dist', 'THIRD-PARTY.md', 'NOTICE'],
  })
  return folder
}
