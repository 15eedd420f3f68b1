// Loaded into the product under test (`node --import`): writes each answer of the API to the file in ANSWERS_FILE.
// In place of a proxy that validates: the product keeps its own address, so that links, origins and times are real,
// what browser and command line receive is not touched, and the rules are the contract's own instead of a copy.
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'

const API = /^\/(presence\/api\/|account\/api\/|tenant\.json)/
const file = process.env.ANSWERS_FILE

if (file) {
  subscribe('http.server.request.start', ({ request, response }) => {
    const [path] = request.url.split('?')
    if (!API.test(path)) return
    const pieces = []
    for (const name of ['write', 'end']) {
      const original = response[name].bind(response)
      response[name] = (piece, ...rest) => {
        if (typeof piece === 'string' || piece instanceof Uint8Array) pieces.push(Buffer.from(piece))
        return original(piece, ...rest)
      }
    }
    // What is handed over with the status never becomes part of `getHeaders()`.
    let last = {}
    const { writeHead } = response
    response.writeHead = (status, ...rest) => {
      last = Object.fromEntries(
        Object.entries(rest.at(-1) ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
      )
      return writeHead.call(response, status, ...rest)
    }
    response.on('finish', () => {
      const { statusCode: status } = response
      const headers = { ...response.getHeaders(), ...last }
      const text = Buffer.concat(pieces).toString()
      const line = JSON.stringify({
        method: request.method,
        path,
        status,
        headers,
        text,
      })
      // At once: the product may be killed by the test that asked.
      appendFileSync(file, `${line}\n`, { mode: 0o600 })
    })
  })
}
