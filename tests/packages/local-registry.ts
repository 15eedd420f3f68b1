/** A registry on this machine: the packages of a checkout's node_modules, and tarballs. npm installs from it as from the real one. */
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'

interface Version {
  readonly manifest: Readonly<Record<string, unknown>> & { readonly name: string; readonly version: string }
  readonly tarball: () => Promise<Buffer>
}

const run = promisify(execFile)

export interface LocalRegistry {
  readonly url: string
  close(): Promise<unknown>
}

/**
 * @param modules folder of installed packages
 * @param packages folders, each next to its tarball, as `npm run packages` leaves them
 */
export async function localRegistry(
  modules: string,
  packages: ReadonlyMap<string, string>,
): Promise<LocalRegistry> {
  const known = new Map<string, Version[]>()
  const add = (version: Version) => {
    const { name } = version.manifest
    known.set(name, [...(known.get(name) ?? []), version])
  }
  for (const folder of installed(modules))
    add({ manifest: manifestOf(folder), tarball: () => packed(folder) })
  for (const [folder, file] of packages)
    add({ manifest: manifestOf(folder), tarball: async () => readFileSync(file) })

  const server = createServer(async (request, response) => {
    const [name = '', version] = decodeURIComponent(request.url ?? '')
      .slice(1)
      .split('/-/')
    const versions = known.get(name)
    if (!versions) {
      response.writeHead(404).end('{}')
      return
    }
    if (version !== undefined) {
      const found = versions.find(({ manifest }) => `${manifest.version}.tgz` === version)
      response.end(await found?.tarball())
      return
    }
    const dist = (one: Version) => ({ tarball: `${url}/${name}/-/${one.manifest.version}.tgz` })
    const all = versions.map(one => [one.manifest.version, { ...one.manifest, dist: dist(one) }])
    const latest = versions.at(-1)?.manifest.version
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ name, 'dist-tags': { latest }, versions: Object.fromEntries(all) }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => {
    server.closeAllConnections()
    return new Promise(resolve => server.close(resolve))
  }
  return { url, close }
}

function manifestOf(folder: string): Version['manifest'] {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

/** The folders of all packages below a node_modules, those inside of others included. */
function installed(modules: string): string[] {
  if (!existsSync(modules)) return []
  return readdirSync(modules, { withFileTypes: true })
    .filter(entry => entry.isDirectory() && !entry.name.startsWith('.'))
    .flatMap(({ name }) => {
      const folder = join(modules, name)
      if (name.startsWith('@')) return readdirSync(folder).flatMap(each => withInner(join(folder, each)))
      return withInner(folder)
    })
}

function withInner(folder: string): string[] {
  if (!existsSync(join(folder, 'package.json'))) return []
  return [folder, ...installed(join(folder, 'node_modules'))]
}

/** As npm packs it: everything below `package/`, without the packages inside. */
async function packed(folder: string): Promise<Buffer> {
  const words = ['-cf', '-', '--exclude=./node_modules', '--transform=s,^\\.,package,', '-C', folder, '.']
  const { stdout } = await run('tar', words, { encoding: 'buffer', maxBuffer: 2 ** 28 })
  return stdout
}
