import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { beginBuild, switchTo, TARGETS } from '../../../scripts/lib/build/builds.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fretwork-builds-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function build(text: string, at: number, targets: readonly string[] = TARGETS): string {
  const path = beginBuild(targets, folder, at)
  for (const target of targets) {
    mkdirSync(join(path, target), { recursive: true })
    writeFileSync(join(path, target, 'index'), text)
  }
  return path
}
const served = (target: string) => readFileSync(join(folder, 'dist', target, 'index'), 'utf8')

describe('a new build', () => {
  it('leaves the files of the current one where they are, and replaces it in one step', () => {
    switchTo(build('first', 1), folder)
    const running = realpathSync(join(folder, 'dist/app'))
    const next = build('second', 2)
    expect(served('app')).toBe('first')
    switchTo(next, folder)
    expect(TARGETS.map(served)).toEqual(['second', 'second', 'second'])
    expect(readFileSync(join(running, 'index'), 'utf8')).toBe('first')
  })

  it('of one part keeps the others, next to it', () => {
    switchTo(build('first', 1), folder)
    switchTo(build('second', 2, ['cli']), folder)
    expect(TARGETS.map(served)).toEqual(['first', 'second', 'first'])
    expect(realpathSync(join(folder, 'dist/app', '..'))).toBe(realpathSync(join(folder, 'dist/cli', '..')))
  })

  it('replaces folders of older versions', () => {
    mkdirSync(join(folder, 'dist/app'), { recursive: true })
    writeFileSync(join(folder, 'dist/app/index'), 'old')
    switchTo(build('new', 1), folder)
    expect(served('app')).toBe('new')
  })

  it('removes all but the last three', () => {
    const paths = [1, 2, 3, 4, 5].map(at => {
      const path = build(String(at), at)
      switchTo(path, folder)
      return path
    })
    expect(paths.map(path => existsSync(path))).toEqual([false, false, true, true, true])
    expect(readdirSync(join(folder, 'dist')).sort()).toEqual(['app', 'builds', 'cli', 'current', 'server'])
  })
})
