import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeSong } from '../../../../src/plugins/library/included/included-songs.js'
import { PASSWORD, testApp } from '../../../server/support/test-app.js'
import { testDatabase } from '../../../server/support/test-database.js'
import { fretwork, recordsIn } from '../../run-program.js'

const greensleeves = () => makeSong({ id: 'greensleeves', title: 'Greensleeves' })

let db: Awaited<ReturnType<typeof testDatabase>>
let server: Awaited<ReturnType<typeof testApp>>
let folder = ''

beforeAll(async () => {
  db = await testDatabase()
  server = await testApp(db.database, { env: { FRETWORK_LOGINS_PER_MINUTE: '5000,5000' } })
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' })
  for (const name of ['a', 'b']) await server.addUser(`${name}@example.org`)
  folder = await mkdtemp(join(tmpdir(), 'fretwork-library-'))
  vi.stubEnv('FRETWORK_URL', url)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await server.end()
  await db.end()
  await rm(folder, { recursive: true })
})
const asUser = (name: string) => vi.stubEnv('FRETWORK_CLI_STATE', join(folder, `${name}.json`))
beforeEach(() => {
  vi.stubEnv('FRETWORK_CLI_CONFIG', join(folder, 'config.json'))
  vi.stubEnv('FRETWORK_PASSWORD', PASSWORD)
  asUser('a')
})

async function songFile(name: string, place = folder): Promise<string> {
  const song = greensleeves()
  song.header.name = name
  const path = join(place, `${name}.json`)
  await writeFile(path, JSON.stringify(song))
  return path
}
const library = (...words: string[]) => fretwork('library', ...words)
const names = async () =>
  recordsIn<{ name: string }>((await library('list', '--json')).out).map(({ name }) => name)

describe('the songs of an account on the command line', () => {
  it('need a session', async () => {
    expect(await library('list')).toMatchObject({
      code: 4,
      err: expect.stringContaining('You are not logged in'),
    })
    for (const name of ['a', 'b']) {
      asUser(name)
      expect((await fretwork('api', 'login', '--email', `${name}@example.org`)).code).toBe(0)
    }
  })

  it('come back byte for byte, and are added once', async () => {
    const file = await songFile('Blackbird')
    expect(await library('put', file)).toMatchObject({ code: 0, err: '' })
    expect((await library('put', file)).out).toContain('there')
    expect(await names()).toEqual(['Blackbird'])
    const copy = join(folder, 'copy.json')
    expect((await library('get', 'blackbird', copy)).code).toBe(0)
    expect(await readFile(copy)).toEqual(await readFile(file))
    expect(await library('get', 'Blackbird', copy)).toMatchObject({
      code: 2,
      err: expect.stringContaining('--force'),
    })
  })

  it('are not those of another account', async () => {
    asUser('b')
    expect(await names()).toEqual([])
    expect(await library('get', 'blackbird')).toMatchObject({
      code: 4,
      err: expect.stringContaining('No song "blackbird" in your account'),
    })
  })

  it('are removed, listed as such, and restored', async () => {
    expect((await library('remove', 'blackbird')).code).toBe(0)
    expect(await names()).toEqual([])
    expect((await library('list', '--removed')).out).toContain('Blackbird')
    expect((await library('restore', 'blackbird')).code).toBe(0)
    expect(await names()).toEqual(['Blackbird'])
  })

  it('are added from a folder, but for files without a song and those beyond the plan', async () => {
    const full = join(folder, 'full')
    await mkdir(full)
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) await songFile(name, full)
    await writeFile(join(full, 'Broken.json'), '{')
    const pushed = await fretwork('sync', 'push', full)
    expect(pushed.code).toBe(3)
    expect(pushed.err).toMatch(/Broken\.json: /)
    expect(pushed.out.match(/^added/gm)).toHaveLength(4)
    expect(pushed.err).toContain('reached your plan’s song limit')
    expect((await fretwork('sync', 'status')).out).toMatch(/songs +5 of 5/)
  })

  it('are written into a folder, and only once', async () => {
    const place = join(folder, 'pulled')
    expect((await fretwork('sync', 'pull', place)).out).toContain('5 songs, 5 new files')
    expect((await fretwork('sync', 'pull', place)).out).toContain('5 songs, 0 new files')
    await writeFile(join(place, 'Blackbird.json'), 'mine')
    await fretwork('sync', 'pull', place)
    expect((await readdir(place)).join()).toContain('Blackbird (2).json')
    expect(await readFile(join(place, 'Blackbird.json'), 'utf8')).toBe('mine')
  })
})
