// What a publisher, an operator or an index gets wrong: one sentence, and the files are as they were.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { packageFiles, scratchFolder } from '../../../../server/plugins/web-host.js'
import { fretwork } from '../../../run-program.js'

const folder = scratchFolder()
afterAll(() => folder.remove())

let tests = 0
let index = ''
let list = ''
let built = ''
beforeEach(async () => {
  tests += 1
  index = join(folder.path, `${tests}/index`)
  list = join(folder.path, `${tests}/state/plugins.json`)
  vi.stubEnv('FRETWORK_CLI_STATE', join(folder.path, `${tests}/state/cli.json`))
  vi.stubEnv('GITHUB_ACTIONS', '')
  const quiz = packageFiles(
    {
      ...{ id: 'quiz', title: 'Chord quiz', engine: '^1.1.0', runsIn: ['node'] },
      contributes: { commands: [{ id: 'quiz.ask', title: 'Ask for a chord' }] },
      permissions: { 'midi-in': 'Hears your answer.' } as never,
      activateOn: ['command:quiz.*'],
    },
    { 'drone.js': `export default { commands: { 'quiz.ask': () => 'E minor' } }` },
  )
  built = folder.write(quiz, `${tests}/package`)
  expect(await fretwork('plugins', 'publish', built, '--index', index)).toMatchObject({ code: 0 })
})

const file = () => join(index, 'index.json')
const yank = (what: string, ...reason: string[]) =>
  fretwork('plugins', 'yank', what, ...reason, '--index', index)
const install = (...words: string[]) =>
  fretwork('plugins', 'install', 'quiz', '--index', index, '--yes', '--now', ...words)

describe('an index', () => {
  it.each([
    ['an empty reason', '', 'The reason has 0 characters; write one of 1 to 1000'],
    ['a reason like a book', 'x'.repeat(1001), 'The reason has 1001 characters'],
  ])('is not changed for %s', async (_, reason, message) => {
    const before = readFileSync(file(), 'utf8')
    expect(await yank('quiz@1.0.0', reason)).toMatchObject({ code: 2, err: expect.stringContaining(message) })
    expect(readFileSync(file(), 'utf8')).toBe(before)
  })

  it.each(['quiz', 'quiz@', '@1.0.0', 'quiz@1.0.0@x'])(
    'withdraws nothing that is named as "%s"',
    async what => {
      const before = readFileSync(file(), 'utf8')
      expect(await yank(what)).toMatchObject({ code: 2, err: expect.stringContaining('names no version') })
      expect(readFileSync(file(), 'utf8')).toBe(before)
    },
  )

  it.each([
    [
      'https://me:geheim@plugins.example/',
      'The address of the index at plugins.example has a name or a password',
    ],
    ['https://me@plugins.example/', 'The address of the index at plugins.example has a name or a password'],
    ['http://plugins.example/', 'http://plugins.example/ is not the address of an index; use https://'],
  ])('is not read from %s, and no password is repeated', async (address, why) => {
    const result = await fretwork('plugins', 'search', 'quiz', '--index', address)
    expect(result).toMatchObject({ code: 3, err: expect.stringContaining(why) })
    expect(result.err).not.toContain('geheim')
  })

  it('can be read after a CI system has left its variables empty', async () => {
    vi.stubEnv('GITHUB_ACTIONS', 'true')
    vi.stubEnv('GITHUB_RUN_ID', '')
    vi.stubEnv('GITHUB_REPOSITORY', '')
    const other = join(folder.path, `${tests}/other`)
    expect(await fretwork('plugins', 'publish', built, '--index', other)).toMatchObject({ code: 0 })
    expect(await fretwork('plugins', 'search', '--index', other)).toMatchObject({ code: 0 })
  })

  it('may be named by its file, to publish as well', async () => {
    const place = join(folder.path, `${tests}/named`)
    const words = ['--index', join(place, 'index.json')]
    expect(await fretwork('plugins', 'publish', built, ...words)).toMatchObject({ code: 0 })
    expect(existsSync(join(place, 'quiz'))).toBe(true)
    expect(await fretwork('plugins', 'search', ...words)).toMatchObject({ code: 0 })
  })

  it.each([
    ['a version that is none', 'version', '1.0.0garbage', 'version": it has to be a version such as 1.2.0'],
    [
      'a day that there is not',
      'publishedAt',
      '2026-99-99T99:99:99Z',
      'publishedAt" has to be a time that there is',
    ],
  ])('with %s is refused where it is read', async (_, name, value, message) => {
    const content = JSON.parse(readFileSync(file(), 'utf8'))
    content.plugins.quiz.versions[0][name] = value
    writeFileSync(file(), JSON.stringify(content))
    const { code, err } = await install()
    expect(err).toContain(message)
    expect(code).toBe(3)
  })
})

describe('installing', () => {
  it('says that the list cannot be written, and where', async () => {
    const taken = join(folder.path, `${tests}/taken`)
    writeFileSync(taken, 'a file')
    const { code, err } = await install('--list', join(taken, 'plugins.json'))
    expect(code).not.toBe(0)
    expect(err).toMatch(
      /^The list of plugins .*taken.plugins\.json cannot be written \(E\w+\); check who may write/,
    )
  })

  it('takes no more than ten years of patience', async () => {
    const { code, err } = await install('--cooling-days', '1e12')
    expect([code, err.includes('0 to 3650')]).toEqual([2, true])
  })
})

describe('updating', () => {
  it('names a version of the list that is none, and entries that cannot be read', async () => {
    await install()
    const [entry] = JSON.parse(readFileSync(list, 'utf8'))
    writeFileSync(list, JSON.stringify([{ ...entry, version: 'abc' }, {}]))
    const { code, out, err } = await fretwork('plugins', 'update')
    expect(code).toBe(3)
    expect(out).toContain('names the version "abc", which is not one')
    expect(err).toContain('Entry 2')
  })
})

it('a folder in the place of a script is a problem of the package', async () => {
  const script = join(built, 'drone.js')
  rmSync(script)
  mkdirSync(script)
  const { code, err, out } = await fretwork('plugins', 'check', built)
  expect(code).toBe(3)
  expect(`${out}${err}`).toMatch(/drone\.js cannot be read/)
})

it('permissions of an installed package are shown, given and taken back', async () => {
  await install()
  const shown = async () => (await fretwork('plugins', 'permissions', 'quiz')).out
  expect(await shown()).toContain('midi-in')
  expect(await fretwork('plugins', 'refuse', 'quiz', 'midi-in')).toMatchObject({ code: 0 })
  expect(await fretwork('plugins', 'allow', 'quiz')).toMatchObject({ code: 0 })
})
