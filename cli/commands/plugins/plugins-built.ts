import { basename, dirname } from 'node:path'
import { init, parse } from 'es-module-lexer'
import { manifestFromJson } from '../../../src/core/kernel/manifest/external-manifest.js'
import type { PluginManifest } from '../../../src/core/kernel/manifest/plugin.js'
import { folderSource } from '../../../src/packages/package-source.js'
import { type PluginPackage, readPackage } from '../../../src/packages/plugin-package.js'
import { Refusal } from '../../../src/packages/refusal.js'
import { PackageCode } from '../../packages/package-code.js'
import { isShared } from '../../packages/shared-modules.js'
import type { Finding } from './plugins-finding.js'
import { runtimeProblems } from './plugins-runtime.js'

export interface BuiltPlugin {
  readonly manifest?: PluginManifest
  readonly problems: readonly Finding[]
}

export async function readBuilt(file: string): Promise<BuiltPlugin> {
  try {
    const found = await readPackage(folderSource(dirname(file), basename(file)))
    const load = new PackageCode().add(found)
    const locale = () => Promise.reject(new Error('Words are not checked.'))
    const manifest = manifestFromJson(found.manifest, { load, locale })
    const imports = await importProblems(found)
    const code = await runtimeProblems(manifest)
    const known = code.filter(each => manifest.runsIn.includes('node') || each.code !== 'runtime_unreadable')
    return { manifest, problems: [...imports, ...known] }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { problems: [{ plugin: file, code: error.code, message: `${file}: ${error.message}` }] }
  }
}

async function importProblems({ manifest: { id }, files }: PluginPackage): Promise<Finding[]> {
  await init
  const names = [...files]
    .filter(([path]) => /\.m?js$/.test(path))
    .flatMap(([, { bytes }]) => parse(bytes.toString('utf8'))[0])
    .flatMap(({ specifier }) =>
      typeof specifier === 'string' && !/^[./]|^[a-z]+:/.test(specifier) ? specifier : [],
    )
  return [...new Set(names)]
    .filter(name => !isShared(name))
    .map(name => ({
      plugin: id,
      code: 'import_unknown',
      message: `${id} imports "${name}", which the application does not have for plugins; let the build bundle it.`,
    }))
}
