// The product as it is after an update, as far as a browser can tell: the same, with another service worker.
import { createServer, request } from 'node:http'
import { freePort } from './product.js'

export interface NewerBuild {
  readonly url: string
  /** From now on the service worker is another one. */
  update(): void
  stop(): Promise<void>
}

export async function withNewerBuild(url: string): Promise<NewerBuild> {
  let newer = false
  const target = new URL(url)
  const server = createServer((asked, answer) => {
    const changed = newer && asked.url === '/sw.js'
    // Unpacked, so that a line can be added to it.
    const headers = changed ? { ...asked.headers, 'accept-encoding': 'identity' } : asked.headers
    const passed = request({ ...at(target), path: asked.url, method: asked.method, headers }, got => {
      const { 'content-length': length, ...others } = got.headers
      answer.writeHead(
        got.statusCode ?? 502,
        changed ? others : { ...others, ...(length && { 'content-length': length }) },
      )
      got.on('end', () => answer.end(changed ? '\n// another build' : ''))
      got.pipe(answer, { end: false })
    })
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  })
  const port = await freePort()
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${port}`,
    update() {
      newer = true
    },
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const at = ({ hostname, port }: URL) => ({ hostname, port })
