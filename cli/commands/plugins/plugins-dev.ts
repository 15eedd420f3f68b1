/** `fretwork plugins dev`: builds and watches a plugin, and serves it in a temporary Fretwork. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, statSync, unwatchFile, watchFile } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { badInput, EXIT, notFound } from '../../errors.js'
import { printLine } from '../../io/print.js'

const LOOK_EVERY_MS = 100
const CHECK_MS = 60_000

export async function dev(path = '.'): Promise<number> {
  // Import this first, because the package @fretwork/cli has no server.
  const { runServer } = await import('../../../server/run.js')
  const folder = resolve(path)
  if (!['ts', 'js', 'mjs'].some(ending => existsSync(join(folder, `vite.config.${ending}`)))) {
    const message = `There is no vite.config.ts in ${folder}; name the folder of a plugin, as "npm create @fretwork/plugin" makes it.`
    throw notFound('plugin_missing', message)
  }
  const state = await mkdtemp(join(tmpdir(), 'fretwork-dev-'))
  const building = spawn(process.execPath, [viteOf(folder), 'build', '--watch'], {
    ...{ cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] },
  })
  const manifest = join(folder, 'dist/plugin.json')
  watchFile(manifest, { interval: LOOK_EVERY_MS }, ({ mtimeMs }) => {
    if (mtimeMs > 0) check(folder)
  })
  try {
    if (!(await built(manifest, building))) return EXIT.ok
    const list = join(state, 'plugins.json')
    await writeFile(list, JSON.stringify([{ manifest: join(folder, 'dist'), watch: true }]))
    printLine('Starting Fretwork with this plugin. Open pages replace the plugin after each build.')
    const { DATABASE_URL: _database, NODE_ENV: _mode, ...env } = process.env
    const own = { FRETWORK_HOME: join(state, 'home'), FRETWORK_PLUGINS: list, PORT: process.env.PORT ?? '0' }
    return await runServer({ ...env, ...own })
  } finally {
    unwatchFile(manifest)
    building.kill()
    await rm(state, { recursive: true, force: true })
  }
}

/** Returns the script to run. `process.argv` names `main.ts` even if `cli/dev.mjs` was started. */
function program(): string {
  const [, script = ''] = process.argv
  return script.endsWith('.ts') ? join(script, '../dev.mjs') : script
}

/** Runs the check in another process. An endless loop would block the server. */
function check(folder: string): void {
  spawn(process.execPath, [...process.execArgv, program(), 'plugins', 'check', folder], {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: CHECK_MS,
  })
}

function viteOf(folder: string): string {
  const own = createRequire(join(folder, 'package.json'))
  const ours = createRequire(import.meta.url)
  for (const { resolve: find } of [own, ours]) {
    try {
      return join(find('vite/package.json'), '../bin/vite.js')
    } catch {
      // Try the next location.
    }
  }
  throw badInput('vite_missing', `Vite is not installed; run "npm install" in ${folder}.`)
}

/** Waits for the first build. @returns false if stopped before */
async function built(manifest: string, building: ChildProcess): Promise<boolean> {
  const began = Date.now()
  let isStopped = false
  const stop = () => {
    isStopped = true
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    while (!isStopped) {
      if (building.exitCode !== null)
        throw badInput('build_failed', 'The plugin could not be built; the reason is above.')
      if ((statSync(manifest, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= began) return true
      await wait(LOOK_EVERY_MS)
    }
    return false
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}
