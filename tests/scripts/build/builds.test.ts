import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { beginBuild, switchTo, TARGETS } from '../../../scripts/lib/build/builds.mjs'
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

describe('a new build', () => {
  it('leaves the files of the current one where they are, and replaces it in one step', () => {
    switchTo(build('first', 1), inFolder())
    const running = realpathSync(inFolder('dist/app'))
    const next = build('second', 2)
    expect(served('app')).toBe('first')
    switchTo(next, inFolder())
    expect(TARGETS.map(served)).toEqual(['second', 'second', 'second'])
    expect(readFileSync(join(running, 'index'), 'utf8')).toBe('first')
  })

  it('of one part keeps the others, next to it', () => {
    switchTo(build('first', 1), inFolder())
    switchTo(build('second', 2, ['cli']), inFolder())
    expect(TARGETS.map(served)).toEqual(['first', 'second', 'first'])
    expect(realpathSync(inFolder('dist/app', '..'))).toBe(realpathSync(inFolder('dist/cli', '..')))
  })

  it('replaces folders of older versions', () => {
    mkdirSync(inFolder('dist/app'), { recursive: true })
    writeFileSync(inFolder('dist/app/index'), 'old')
    switchTo(build('new', 1), inFolder())
    expect(served('app')).toBe('new')
  })

  it('removes all but the last three', () => {
    const paths = [1, 2, 3, 4, 5].map(at => {
      const path = build(String(at), at)
      switchTo(path, inFolder())
      return path
    })
    expect(paths.map(path => existsSync(path))).toEqual([false, false, true, true, true])
    expect(readdirSync(inFolder('dist')).sort()).toEqual(['app', 'builds', 'cli', 'current', 'server'])
  })
})
