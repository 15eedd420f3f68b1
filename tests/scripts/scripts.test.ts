import { rm, symlink } from 'node:fs/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { isBuilt, markBuilt, sourcesHash, unmarkBuilt } from '../../scripts/lib/build/sources.mjs'
import { isInstalled, refuseLinkedPackages } from '../../scripts/lib/install.mjs'
import { requireNode, StepError } from '../../scripts/lib/project.mjs'
import { testFolder } from '../support/test-folder.js'

const { at, put } = testFolder()
const write = (file: string, content: string | object) =>
  put(file, typeof content === 'string' ? content : JSON.stringify(content))

it('requireNode accepts the required version and newer versions', () => {
  for (const version of ['20.19.0', '20.20.2', '24.1.0']) expect(() => requireNode(version)).not.toThrow()
})

it('requireNode rejects an older version and reports the required one', () => {
  expect(() => requireNode('18.20.1')).toThrow('Fretwork needs Node 20.19 or newer, and this is Node 18.20.1')
  expect(() => requireNode('20.9.0')).toThrow(StepError)
})

const lock = (version: string) => ({
  packages: {
    '': {},
    'node_modules/a': { version },
    'node_modules/b': { version: '1.0.0', optional: true },
  },
})
const tree = (version: string) => ({ packages: { 'node_modules/a': { version } } })

it('a fresh clone without packages is not installed', async () => {
  await write('package-lock.json', lock('1.0.0'))
  expect(isInstalled(at())).toBe(false)
})

it('packages installed by npm are accepted without optional packages for other platforms', async () => {
  await write('package-lock.json', lock('1.0.0'))
  await write('node_modules/.package-lock.json', tree('1.0.0'))
  expect(isInstalled(at())).toBe(true)
})

it('packages from a different lockfile are not accepted', async () => {
  await write('package-lock.json', lock('1.0.1'))
  await write('node_modules/.package-lock.json', tree('1.0.0'))
  expect(isInstalled(at())).toBe(false)
})

it('packages stamped with a different lockfile are not accepted', async () => {
  await write('package-lock.json', lock('1.0.0'))
  await write('node_modules/.package-lock.json', tree('1.0.0'))
  await write('node_modules/.fretwork-installed', 'another')
  expect(isInstalled(at())).toBe(false)
})

it('packages linked from another folder are rejected', async () => {
  await write('elsewhere/a/package.json', {})
  await symlink(at('elsewhere'), at('node_modules'))
  expect(() => refuseLinkedPackages(at())).toThrow(StepError)
  expect(() => refuseLinkedPackages(at())).toThrow(/node_modules is a link to .*elsewhere, which/)
})

it('regular packages and an empty installation are accepted', async () => {
  expect(() => refuseLinkedPackages(at())).not.toThrow()
  await write('node_modules/a/package.json', {})
  expect(() => refuseLinkedPackages(at())).not.toThrow()
})

describe('isBuilt', () => {
  beforeEach(async () => {
    await write('src/a.ts', 'export const a = 1')
    for (const output of ['app/index.html', 'cli/main.mjs', 'server/main.mjs'])
      await write(`dist/${output}`, '')
    markBuilt(sourcesHash(at()), at())
  })

  it('isBuilt accepts a build from the current sources', () => expect(isBuilt(at())).toBe(true))

  it('isBuilt requires a new build if sources are changed, added or renamed', async () => {
    const before = sourcesHash(at())
    await write('src/a.ts', 'export const a = 2')
    expect(isBuilt(at())).toBe(false)
    await write('src/a.ts', 'export const a = 1')
    expect(sourcesHash(at())).toBe(before)
    await write('src/b.ts', '')
    expect(sourcesHash(at())).not.toBe(before)
  })

  it('isBuilt requires a new build if an output folder is missing', async () => {
    await rm(at('dist/server'), { recursive: true })
    expect(isBuilt(at())).toBe(false)
  })

  it('an interrupted build is not accepted', () => {
    unmarkBuilt(at())
    expect(isBuilt(at())).toBe(false)
  })
})
