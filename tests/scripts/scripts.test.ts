import { chmod, rm, symlink } from 'node:fs/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { isBuilt, markBuilt, sourcesHash, unmarkBuilt } from '../../scripts/lib/build/sources.mjs'
import { findChromium } from '../../scripts/lib/chromium.mjs'
import { isInstalled, refuseLinkedPackages } from '../../scripts/lib/install.mjs'
import { requireNode, run, StepError } from '../../scripts/lib/project.mjs'
import { changedGroups, chosenGroups } from '../../scripts/lib/test/steps.mjs'
import { testFolder } from '../support/test-folder.js'

const { at, put } = testFolder()
const write = (file: string, content: string | object) =>
  put(file, typeof content === 'string' ? content : JSON.stringify(content))

describe('requireNode', () => {
  it('lets the wanted version and newer ones pass', () => {
    for (const version of ['20.19.0', '20.20.2', '24.1.0']) expect(() => requireNode(version)).not.toThrow()
  })

  it('says in one sentence which version is needed', () => {
    expect(() => requireNode('18.20.1')).toThrow(
      'Fretwork needs Node 20.19 or newer, and this is Node 18.20.1',
    )
    expect(() => requireNode('20.9.0')).toThrow(StepError)
  })
})

describe('isInstalled', () => {
  const lock = (version: string) => ({
    packages: {
      '': {},
      'node_modules/a': { version },
      'node_modules/b': { version: '1.0.0', optional: true },
    },
  })
  const tree = (version: string) => ({ packages: { 'node_modules/a': { version } } })

  it('sees a fresh clone, which has no packages', async () => {
    await write('package-lock.json', lock('1.0.0'))
    expect(isInstalled(at())).toBe(false)
  })

  it('accepts what npm installed by hand, without optional packages for other machines', async () => {
    await write('package-lock.json', lock('1.0.0'))
    await write('node_modules/.package-lock.json', tree('1.0.0'))
    expect(isInstalled(at())).toBe(true)
  })

  it('refuses a tree of another lock', async () => {
    await write('package-lock.json', lock('1.0.1'))
    await write('node_modules/.package-lock.json', tree('1.0.0'))
    expect(isInstalled(at())).toBe(false)
  })

  it('refuses a tree whose stamp is of another lock', async () => {
    await write('package-lock.json', lock('1.0.0'))
    await write('node_modules/.package-lock.json', tree('1.0.0'))
    await write('node_modules/.fretwork-installed', 'another')
    expect(isInstalled(at())).toBe(false)
  })
})

describe('refuseLinkedPackages', () => {
  it('keeps npm out of packages that belong to another folder', async () => {
    await write('elsewhere/a/package.json', {})
    await symlink(at('elsewhere'), at('node_modules'))
    expect(() => refuseLinkedPackages(at())).toThrow(StepError)
    expect(() => refuseLinkedPackages(at())).toThrow(/node_modules is a link to .*elsewhere, which/)
  })

  it('lets packages of its own and none at all be installed', async () => {
    expect(() => refuseLinkedPackages(at())).not.toThrow()
    await write('node_modules/a/package.json', {})
    expect(() => refuseLinkedPackages(at())).not.toThrow()
  })
})

describe('isBuilt', () => {
  beforeEach(async () => {
    await write('src/a.ts', 'export const a = 1')
    for (const output of ['app/index.html', 'cli/main.mjs', 'server/main.mjs'])
      await write(`dist/${output}`, '')
    markBuilt(sourcesHash(at()), at())
  })

  it('is content with what was built from these sources', () => {
    expect(isBuilt(at())).toBe(true)
  })

  it('notices a changed, a new and a renamed source', async () => {
    const before = sourcesHash(at())
    await write('src/a.ts', 'export const a = 2')
    expect(isBuilt(at())).toBe(false)
    await write('src/a.ts', 'export const a = 1')
    expect(sourcesHash(at())).toBe(before)
    await write('src/b.ts', '')
    expect(sourcesHash(at())).not.toBe(before)
  })

  it('notices a part that is gone', async () => {
    await rm(at('dist/server'), { recursive: true })
    expect(isBuilt(at())).toBe(false)
  })

  it('never takes an interrupted build for a whole one', () => {
    unmarkBuilt(at())
    expect(isBuilt(at())).toBe(false)
  })
})

describe('findChromium', () => {
  it('prefers the one that is named', () => {
    expect(findChromium({ FRETWORK_CHROMIUM: '/opt/mine' })).toBe('/opt/mine')
  })

  it('takes the first on the path that answers, and passes over one that only says where to get it', async () => {
    await write('stub/chromium', '#!/bin/sh\necho install me first >&2\nexit 1\n')
    await write('real/google-chrome', '#!/bin/sh\necho Google Chrome 150.0.1\n')
    await chmod(at('stub/chromium'), 0o755)
    await chmod(at('real/google-chrome'), 0o755)
    const found = findChromium({ PATH: `${at('stub')}:${at('real')}` })
    expect(found).toBe(at('real/google-chrome'))
  })
})

describe('the steps of npm test', () => {
  it('run all, in order, where none is asked for', () => {
    const names = chosenGroups([])
      .flat()
      .map(step => step.name)
    expect(names).toContain('types')
    expect(names.at(-1)).toBe('e2e')
  })

  it('run the asked ones alone, with what they need', () => {
    const names = (asked: readonly string[]) =>
      chosenGroups(asked)
        .flat()
        .map(step => step.name)
    expect(names(['words', 'lint'])).toEqual(['lint', 'words'])
    expect(names(['e2e'])).toEqual(['build', 'e2e'])
    expect(names(['integration', 'unit'])).toEqual(['build', 'unit', 'integration'])
  })

  it.each([
    [
      ['src/core/music/midi/held-notes.ts', 'README.md'],
      ['unit', 'unit-screens'],
    ],
    [['server/config.ts'], ['unit', 'unit-screens', 'integration']],
    [['examples/drone/drone.ts'], ['unit', 'unit-screens', 'unit-apart']],
  ])('check a change of %s with the tests of %s', (files, projects) => {
    const [tests, , lint] = changedGroups(files, 'HEAD').flat()
    const words = tests?.run[1] ?? []
    expect(words.filter(word => word.startsWith('--project='))).toEqual(
      projects.map(project => `--project=${project}`),
    )
    expect(words).toContain('--changed=HEAD')
    expect(lint?.run[1]).toEqual(expect.arrayContaining([files[0]]))
    expect(lint?.run[1]).not.toContain('README.md')
  })

  it('name the steps there are where an unknown one is asked for', () => {
    expect(() => chosenGroups(['untit'])).toThrow(
      'There is no step named "untit": choose among build, types,',
    )
  })
})

describe('run', () => {
  it('keeps back what a quiet program prints, and its exit code', async () => {
    const result = await run(process.execPath, ['-e', 'console.log("a"); process.exit(3)'], { quiet: true })
    expect(result).toEqual({ code: 3, output: 'a\n' })
  })

  it('reports an end by signal as a shell does', async () => {
    const { code } = await run(process.execPath, ['-e', 'process.kill(process.pid, "SIGTERM")'], {
      quiet: true,
    })
    expect(code).toBe(143)
  })
})
