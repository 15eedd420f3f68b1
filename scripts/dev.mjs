// `npm run dev`: serves the app with hot reload and the backend, run from source, at one URL.
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { createServer as createProbe } from 'node:net'
import { join } from 'node:path'
import { install } from './lib/install.mjs'
import { endWithNpm } from './lib/parent.mjs'
import { root, StepError, script } from './lib/project.mjs'

const HOST = process.env.HOST ?? '127.0.0.1'
const PORT = Number(process.env.PORT ?? 4680)
const BACKEND_SOURCES = ['server', 'cli', 'src/core', 'src/music']
const backendArguments = process.argv.slice(2)

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createProbe().on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

function startBackend(port) {
  const backend = spawn(process.execPath, ['cli/dev.mjs', 'server', 'start', ...backendArguments], {
    cwd: root,
    stdio: ['inherit', 'pipe', 'inherit'],
    // Links in emails must use the app's URL, because users open that one.
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      FRETWORK_PUBLIC_URL: process.env.FRETWORK_PUBLIC_URL ?? `http://${HOST}:${PORT}`,
    },
  })
  // Print only the app's URL.
  backend.stdout.on('data', chunk => {
    process.stdout.write(String(chunk).replaceAll(`http://127.0.0.1:${port}`, `http://${HOST}:${PORT}`))
  })
  return backend
}

const ended = child =>
  new Promise(resolve => (child.exitCode === null ? child.once('exit', resolve) : resolve(child.exitCode)))

endWithNpm()
script(async () => {
  await install()
  const backendPort = await freePort()
  process.env.FRETWORK_BACKEND = `http://127.0.0.1:${backendPort}`

  const { createServer } = await import('vite')
  const app = await createServer({
    configFile: join(root, 'vite.config.ts'),
    root,
    clearScreen: false,
    server: { host: HOST, port: PORT, strictPort: true },
  })
  await app.listen().catch(error => {
    throw new StepError(
      `The app cannot listen on ${HOST}:${PORT} (${error.message}): set PORT to another port.`,
    )
  })

  let backend = startBackend(backendPort)
  let closing = false
  let restarting
  const watchExit = child =>
    child.once('exit', code => {
      if (!closing && !restarting)
        process.stderr.write(`The backend ended with code ${code}: change a source to start it again.\n`)
    })
  watchExit(backend)

  const restart = () => {
    restarting ??= (async () => {
      backend.kill('SIGTERM')
      await ended(backend)
      backend = startBackend(backendPort)
      watchExit(backend)
      restarting = undefined
    })()
  }
  let pending
  for (const folder of BACKEND_SOURCES) {
    watch(join(root, folder), { recursive: true }, (_, name) => {
      if (!name?.endsWith('.ts')) return
      clearTimeout(pending)
      pending = setTimeout(restart, 200)
    })
  }

  const close = async () => {
    if (closing) return
    closing = true
    backend.kill('SIGTERM')
    await Promise.all([ended(backend), app.close()])
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, close)
  process.stdout.write('The app reloads when its sources change.\n')
})
