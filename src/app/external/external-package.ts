/** The files of one external plugin, each fetched from our own server and checked against its hash before it runs. */
import type { PluginJson } from '../../core/api/external-plugins.js'
import type { PackageAccess } from '../../core/kernel/manifest/external-manifest.js'
import type { Locale, PluginRuntime } from '../../core/kernel/manifest/plugin.js'
import { FretworkError } from '../../core/platform/fretwork-error.js'

/** How files are fetched and run; replaced in tests. */
export interface Surroundings {
  readonly fetch: typeof fetch
  readonly importModule: (address: string) => Promise<{ default?: unknown }>
  /** Puts a style sheet into the page, once. */
  readonly addStyle: (address: string, integrity: string | undefined) => void
}

const BROWSER: Surroundings = {
  fetch: (...request) => fetch(...request),
  importModule: address => import(/* @vite-ignore */ address),
  addStyle(href, integrity) {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, integrity })
    const before = [...document.head.querySelectorAll('link')].some(other => other.href === link.href)
    if (!before) document.head.append(link)
  },
}

/** @param base where the files are: `https://host/external/<hash>/` */
export function externalPackage(
  { entry, integrity, files = {}, styles = [] }: PluginJson,
  base: string,
  { fetch, importModule, addStyle }: Surroundings = BROWSER,
): PackageAccess {
  const hashes: Readonly<Record<string, string>> = { ...files, [entry]: integrity }
  const addressOf = (path: string) => new URL(path, base).href

  const fetchChecked = async (path: string): Promise<Response> => {
    const address = addressOf(path)
    try {
      return await fetch(address, { integrity: hashes[path] })
    } catch (cause) {
      // The browser does not say whether the hash differs or the file is missing.
      const there = await fetch(address).then(
        answer => answer.ok,
        () => false,
      )
      throw there ? changed(path, cause) : gone(path, cause)
    }
  }

  return {
    async load() {
      // All code is checked before any of it runs: the browser does not check what the entry imports.
      const scripts = Object.keys(hashes).filter(path => /\.m?js$/.test(path))
      await Promise.all(scripts.map(fetchChecked))
      for (const path of styles) addStyle(addressOf(path), hashes[path])
      const { default: runtime } = await importModule(addressOf(entry)).catch(async error => {
        throw (await ofOldSdk(entry, scripts, fetchChecked)) ?? error
      })
      if (typeof runtime === 'object' && runtime !== null) return { default: runtime as PluginRuntime }
      throw new FretworkError(
        'runtime_missing',
        `${entry} exports no runtime; its author has to write export default defineRuntime({ … }).`,
      )
    },
    locale: async path => ({ default: await (await fetchChecked(path)).json() }) as Locale,
  }
}

/** A browser names a missing export each in its own words: the names of 1.0 are looked for in the code itself. */
async function ofOldSdk(
  entry: string,
  scripts: readonly string[],
  fetchScript: (path: string) => Promise<Response>,
): Promise<FretworkError | undefined> {
  const { oldNamesIn } = await import('../../core/kernel/manifest/renamed.js')
  const texts = await Promise.all(scripts.map(async path => (await fetchScript(path)).text()))
  const [found] = texts.flatMap(oldNamesIn)
  return found === undefined
    ? undefined
    : new FretworkError('plugin_outdated', `${entry} was written for an earlier Fretwork: ${found}`)
}

function changed(path: string, cause: unknown): FretworkError {
  const message = `${path} is not the file that was allowed; it was changed and is not run. Contact the operator of this server.`
  return new FretworkError('plugin_hash_refused', message, { cause })
}

function gone(path: string, cause: unknown): FretworkError {
  const message = `${path} cannot be fetched: the connection is gone, or the plugin was withdrawn. Reload the page.`
  return new FretworkError('plugin_unreachable', message, { cause })
}
