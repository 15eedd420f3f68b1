import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testFolder } from '../support/test-folder.js'
import { fretwork } from './run-program.js'

const REFUSAL = {
  ...{ type: 'about:blank', title: 'Bad Request', status: 400, code: 'invalid_input' },
  errors: [{ path: 'email', message: 'Invalid email address' }],
}
const server = createServer((_request, response) =>
  response.writeHead(400, { 'content-type': 'application/problem+json' }).end(JSON.stringify(REFUSAL)),
)
const { at } = testFolder({}, true)

beforeAll(async () => {
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  vi.stubEnv('FRETWORK_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})

afterAll(() => new Promise<void>(resolve => void server.close(() => resolve())))

describe('fretwork api', () => {
  it('names each field that the server refused', async () => {
    expect(await fretwork('api', 'login', '--email', 'unknown@x.y', '--password', 'secret')).toEqual({
      code: 5,
      out: '',
      err: 'The server rejected the input (email: Invalid email address). Correct it and try again.\n',
    })
  })

  it('names a file of a body that is not there as every command does', async () => {
    const body = `@${at('body.json')}`
    expect(await fretwork('api', 'POST', '/presence/api/v1/auth/login', '--data', body)).toEqual({
      code: 4,
      out: '',
      err: `There is no file "${at('body.json')}"; check its path.\n`,
    })
  })
})

describe('fretwork song convert', () => {
  it('refuses an ending that it does not know before it reads the song', async () => {
    const { code, err } = await fretwork('song', 'convert', at('none.mid'), 'song.pdf')
    expect({ code, err }).toEqual({
      code: 2,
      err: '"song.pdf" ends with none of .mid, .midi, .json, .musicxml, .mxl, .xml, .gp, .txt; name it so that it does.\n',
    })
  })
})
