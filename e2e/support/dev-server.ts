// The application as `npm run dev` serves it, from a copy of the sources that a test may change.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { freePort } from './product.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** What the page is made of, apart from its packages. */
const COPIED = ['src', 'public', 'index.html', 'package.json', 'tsconfig.json'] as const

export interface DevServer {
  readonly url: string
  /** Rewrites a file of the copy as an editor would, by its path in the project. */
  edit(path: string, change: (text: string) => string): void
  stop(): Promise<void>
}

/** @param backend address of a running product: what the page does not answer itself goes there */
export async function startDevServer(backend: string): Promise<DevServer> {
  // Not among the test results: Vite follows no changes there.
  const folder = mkdtempSync(join(tmpdir(), 'fretwork-dev-'))
  for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  // Read by the configuration, which is the project's own.
  process.env.FRETWORK_BACKEND = backend
  const port = await freePort()
  const server = await createServer({
    configFile: join(ROOT, 'vite.config.ts'),
    root: folder,
    // Kept from run to run: packages are prepared once.
    cacheDir: join(ROOT, 'test-results', 'vite'),
    clearScreen: false,
    logLevel: 'error',
    // The packages lie outside of the copy.
    server: { host: '127.0.0.1', port, strictPort: true, fs: { strict: false } },
  })
  await server.listen()
  return {
    url: `http://127.0.0.1:${port}`,
    edit(path, change) {
      const file = join(folder, path)
      writeFileSync(file, change(readFileSync(file, 'utf8')))
    },
    async stop() {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
