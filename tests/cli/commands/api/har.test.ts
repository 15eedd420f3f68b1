// What `api check --har` reads of a recording.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readHar } from '../../../../cli/commands/api/check/har/har-file.js'
import { Replacements } from '../../../../cli/commands/api/check/har/replacements.js'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fretwork-har-'))
})
afterAll(() => rm(folder, { recursive: true }))

const SUMMARY = 'https://fretwork.example/presence/api/v1/user/summary/'
const entry = (url: string, more: object = {}) => ({
  request: { method: 'GET', url, headers: [{ name: 'Authorization', value: 'Bearer x.y.z' }], ...more },
  response: { status: 200, content: { text: '{"followers":0}' } },
})

async function read(content: unknown) {
  const file = join(folder, 'recording.har')
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  return readHar(file)
}

const log = (...entries: unknown[]) => ({ log: { version: '1.2', entries } })

describe('a recording', () => {
  it('is read as its calls of the API, without their tokens', async () => {
    const calls = await read(
      log(entry('https://fretwork.example/assets/app.js'), entry(`${SUMMARY}?x=1`), {
        request: { ...entry(SUMMARY).request, method: 'POST', headers: [], postData: { text: '{"a":1}' } },
        response: { status: 204, content: { text: btoa('{"b":2}'), encoding: 'base64' } },
      }),
    )
    expect(calls).toEqual([
      {
        ...{
          place: 2,
          method: 'GET',
          path: '/presence/api/v1/user/summary/?x=1',
          hasToken: true,
          status: 200,
        },
        answer: { followers: 0 },
      },
      {
        ...{ place: 3, method: 'POST', path: '/presence/api/v1/user/summary/', hasToken: false, status: 204 },
        ...{ body: '{"a":1}', answer: { b: 2 } },
      },
    ])
  })

  it.each([
    ['no JSON', 'hello', 'it is not JSON'],
    ['another file', { name: 'x' }, 'it has no "log" with a "version" and "entries"'],
    ['an old version', { log: { version: '0.9', entries: [] } }, 'it has version 0.9, and 1.2 is read'],
    [
      'a request without an address',
      log({ request: { method: 'GET', headers: [] }, response: { status: 1 } }),
      '"request.url" of request 1 is missing or has another type',
    ],
    ['an address that is none', log(entry('nowhere')), 'the address of request 1 is not one'],
  ])('is refused in one sentence: %s', async (_, content, why) => {
    const file = join(folder, 'recording.har')
    await expect(read(content)).rejects.toMatchObject({
      ...{ code: 'har_invalid', exit: 3 },
      message: `"${file}" is not a HAR recording: ${why}; save one from the network panel of the browser (HAR 1.2).`,
    })
  })

  it('is refused where it has no call of the API', async () => {
    await expect(read(log(entry('https://elsewhere.example/')))).rejects.toMatchObject({
      code: 'har_empty',
      message: expect.stringContaining('has no calls of the API among its 1 requests'),
    })
  })
})

describe('what a server has made up', () => {
  const ID = '3f0e8b6c-93f9-4a36-8f5e-111111111111'
  const NOW = '3f0e8b6c-93f9-4a36-8f5e-222222222222'

  it('is replaced by what came instead', () => {
    const replacements = new Replacements()
    replacements.learn({ items: [{ id: ID, name: 'Blues' }] }, { items: [{ id: NOW, name: 'Jazz' }] })
    expect(replacements.in(`/share/${ID}/links?name=Blues`)).toBe(`/share/${NOW}/links?name=Blues`)
  })

  it('is not replaced twice', () => {
    const replacements = new Replacements()
    replacements.set(ID, NOW)
    replacements.set(NOW, ID)
    expect(replacements.in(`${ID} ${NOW}`)).toBe(`${NOW} ${ID}`)
  })
})
