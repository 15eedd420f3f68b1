// Loopback web server for a plugin author's files, and sample packages.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { PluginJson } from '../../../src/core/contract/external-plugins.js'
import { integrityOf } from '../../../src/sandbox/packages/package-source.js'
import { closed, listening } from '../support/listening.js'

export type Files = Readonly<Record<string, string>>

const ENTRY = 'export default { setup() {} }'

/** Returns package files with correct hashes, including plugin.json; `change` overrides the manifest. */
export function packageFiles(change: Partial<PluginJson> = {}, files: Files = {}): Files {
  const content: Record<string, string> = { 'drone.js': ENTRY, ...files }
  const hashes = Object.fromEntries(
    Object.entries(content).map(([path, text]) => [path, integrityOf(Buffer.from(text))]),
  )
  const { 'drone.js': integrity = '', ...others } = hashes
  const manifest: PluginJson = {
    ...{ api: 2, id: 'drone', version: '1.0.0', title: 'Drone', permissions: {} },
    entry: 'drone.js',
    integrity,
    files: others,
    ...change,
  }
  return { ...content, 'plugin.json': JSON.stringify(manifest) }
}

export const hashOf = (files: Files, path = 'plugin.json') => integrityOf(Buffer.from(files[path] ?? ''))

/** Serves the current `files`; the listener `before` can end the response first. */
export async function webHost(files: Record<string, string>, before?: RequestListener) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = (request.url ?? '').slice(1)
    asked.push(path)
    before?.(request, response)
    if (response.writableEnded || response.headersSent) return
    const text = files[path]
    response.writeHead(text === undefined ? 404 : 200).end(text)
  })
  return {
    url: await listening(server),
    /** Requested paths in order. */
    asked,
    end: () => closed(server),
  }
}

/** @param path existing folder; a new temporary folder by default */
export const scratchFolder = (path = mkdtempSync(join(tmpdir(), 'fretwork-plugins-'))) => ({
  path,
  write(files: Files, folder = '') {
    for (const [name, text] of Object.entries(files)) {
      const place = join(path, folder, name)
      mkdirSync(dirname(place), { recursive: true })
      writeFileSync(place, text)
    }
    return join(path, folder)
  },
  remove: () => rmSync(path, { recursive: true, force: true }),
})
