import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { makeSong } from '../../../../src/plugins/library/list/included-songs.js'
import { fretwork, recordsIn } from '../../run-program.js'
import { serverForCommands } from '../command-world.js'

const greensleeves = () => makeSong({ id: 'greensleeves', title: 'Greensleeves' })
const { server, at, put } = await serverForCommands()
for (const name of ['a', 'b']) await server.addUser(`${name}@example.org`)
const asUser = (name: string) => vi.stubEnv('FRETWORK_CLI_STATE', at(`${name}.json`))
beforeEach(() => void asUser('a'))

function songFile(name: string, folder = ''): Promise<string> {
  const song = greensleeves()
  song.header.name = name
  return put(join(folder, `${name}.json`), JSON.stringify(song))
}
const library = (...words: string[]) => fretwork('library', ...words)
const names = async () =>
  recordsIn<{ name: string }>((await library('list', '--json')).out).map(({ name }) => name)

describe('fretwork library', () => {
  it('library commands require a session', async () => {
    expect(await library('list')).toMatchObject({
      code: 4,
      err: expect.stringContaining('You are not logged in'),
    })
    for (const name of ['a', 'b']) {
      asUser(name)
      expect((await fretwork('api', 'login', '--email', `${name}@example.org`)).code).toBe(0)
    }
  })

  it('library songs are downloaded byte for byte, and each song is added only once', async () => {
    const file = await songFile('Blackbird')
    expect(await library('put', file)).toMatchObject({ code: 0, err: '' })
    expect((await library('put', file)).out).toContain('there')
    expect(await names()).toEqual(['Blackbird'])
    const copy = at('copy.json')
    expect((await library('get', 'blackbird', copy)).code).toBe(0)
    expect(await readFile(copy)).toEqual(await readFile(file))
    expect(await library('get', 'Blackbird', copy)).toMatchObject({
      code: 2,
      err: expect.stringContaining('--force'),
    })
  })

  it('songs from other accounts are excluded', async () => {
    asUser('b')
    expect(await names()).toEqual([])
    expect(await library('get', 'blackbird')).toMatchObject({
      code: 4,
      err: expect.stringContaining('No song "blackbird" in your account'),
    })
  })

  it('library songs can be removed, listed as removed, and restored', async () => {
    expect([(await library('remove', 'blackbird')).code, await names()]).toEqual([0, []])
    expect((await library('list', '--removed')).out).toContain('Blackbird')
    expect([(await library('restore', 'blackbird')).code, await names()]).toEqual([0, ['Blackbird']])
  })

  it('adding a folder skips files without a song and songs beyond the plan’s limit', async () => {
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) await songFile(name, 'full')
    await put('full/Broken.json', '{')
    const pushed = await fretwork('sync', 'push', at('full'))
    expect(pushed.code).toBe(3)
    expect(pushed.err).toMatch(/Broken\.json: /)
    expect(pushed.out.match(/^added/gm)).toHaveLength(4)
    expect(pushed.err).toContain('reached your plan’s song limit')
    expect((await fretwork('sync', 'status')).out).toMatch(/songs +5 of 5/)
  })

  it('each library song is written to a folder only once', async () => {
    const place = at('pulled')
    expect((await fretwork('sync', 'pull', place)).out).toContain('5 songs, 5 new files')
    expect((await fretwork('sync', 'pull', place)).out).toContain('5 songs, 0 new files')
    await put('pulled/Blackbird.json', 'mine')
    await fretwork('sync', 'pull', place)
    expect((await readdir(place)).join()).toContain('Blackbird (2).json')
    expect(await readFile(join(place, 'Blackbird.json'), 'utf8')).toBe('mine')
  })
})
