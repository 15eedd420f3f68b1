/**
 * Local npm registry that serves the given packages with their archive hashes. npm and pacote can install
 * from it.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { closed, listening } from '../server/support/listening.js'

export interface PublishedVersion {
  /** package.json and additional registry fields, such as `deprecated` or `dist`. */
  readonly manifest: Readonly<Record<string, unknown>> & {
    readonly name: string
    readonly version: string
    readonly dist?: object
  }
  readonly archive: Buffer
  /** Publication date, ISO 8601. */
  readonly publishedAt?: string
}

/** Packs a folder like npm: all files below `package/`, without nested packages. */
export function archiveOf(folder: string): Buffer {
  const words = ['-czf', '-', '--exclude=./node_modules', '--transform=s,^\\.,package,', '-C', folder, '.']
  return execFileSync('tar', words, { maxBuffer: 2 ** 28 })
}

/**
 * Returns the packages in a node_modules folder. Each is packed on request and only once per version, because
 * there are hundreds of copies.
 */
export function installedVersions(modules: string): PublishedVersion[] {
  const found = new Map<string, PublishedVersion>()
  for (const place of foldersIn(modules)) {
    const manifest = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))
    found.set(`${manifest.name}@${manifest.version}`, lazyVersion(place, manifest))
  }
  return [...found.values()]
}

/** A version of the package in a folder, published ten days ago. */
export function lazyVersion(
  place: string,
  manifest = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')),
): PublishedVersion {
  let archive: Buffer | undefined
  return {
    manifest,
    get archive() {
      archive ??= archiveOf(place)
      return archive
    },
    publishedAt: new Date(Date.now() - 864_000_000).toISOString(),
  }
}

function foldersIn(modules: string): string[] {
  if (!existsSync(modules)) return []
  return readdirSync(modules, { withFileTypes: true })
    .filter(entry => entry.isDirectory() && !entry.name.startsWith('.'))
    .flatMap(({ name }) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map(each => join(name, each)) : name,
    )
    .map(name => join(modules, name))
    .filter(place => existsSync(join(place, 'package.json')))
    .flatMap(place => [place, ...foldersIn(join(place, 'node_modules'))])
}

/** Serves the current contents of `versions`. @returns URL, and a function that closes the server */
export async function npmRegistry(versions: readonly PublishedVersion[]) {
  const server = createServer((request, response) => {
    const [name = '', file] = decodeURIComponent(request.url ?? '')
      .slice(1)
      .split('/-/')
    const found = versions.filter(({ manifest }) => manifest.name === name)
    if (found.length === 0) {
      response.writeHead(404).end('{}')
      return
    }
    if (file !== undefined) {
      response.end(found.find(({ manifest }) => `${manifest.version}.tgz` === file)?.archive)
      return
    }
    const times = found.flatMap(({ manifest, publishedAt }) =>
      publishedAt ? [[manifest.version, publishedAt]] : [],
    )
    const answer = {
      name,
      'dist-tags': { latest: found.at(-1)?.manifest.version },
      versions: Object.fromEntries(found.map(each => [each.manifest.version, described(each, url)])),
      ...(times.length > 0 && { time: Object.fromEntries(times) }),
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer))
  })
  const url = await listening(server)
  return { url, end: () => closed(server) }
}

function described({ manifest, archive }: PublishedVersion, url: string) {
  const { name, version, dist } = manifest
  const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`
  return { ...manifest, dist: { tarball: `${url}/${name}/-/${version}.tgz`, integrity, ...dist } }
}
