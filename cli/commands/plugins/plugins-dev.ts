/** `fretwork plugins dev`: builds and watches a plugin, and serves it in a temporary Fretwork. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, renameSync, rmSync, unwatchFile, watchFile } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { badInput, EXIT, notFound } from '../../errors.js'
import { printLine } from '../../io/print.js'
import { untilEnded } from '../../replay/endings.js'

const LOOK_EVERY_MS = 100
const CHECK_MS = 60_000

export async function dev(path = '.'): Promise<number> {
  // Import the server first: this fails in the @fretwork/cli package, which doesn't include it.
  const { runServer } = await import('../../../server/run.js')
  const { projectRoot } = await import('../../../server/project.js')
  const folder = resolve(path)
  if (!['ts', 'js', 'mjs'].some(ending => existsSync(join(folder, `vite.config.${ending}`)))) {
    const message = `There is no vite.config.ts in ${folder}; name the folder of a plugin, as "npm create @fretwork/plugin" makes it.`
    throw notFound('plugin_missing', message)
  }
  ensureBuilt(projectRoot())
  const state = await mkdtemp(join(tmpdir(), 'fretwork-dev-'))
  const served = join(state, 'plugin')
  const manifest = join(folder, 'dist/plugin.json')
  const building = spawn(process.execPath, [viteOf(folder), 'build', '--watch', '--logLevel', 'warn'], {
    ...{ cwd: folder, stdio: ['ignore', 'inherit', 'pipe'] },
  })
  showErrors(building, () => existsSync(served))
  watchFile(manifest, { interval: LOOK_EVERY_MS }, ({ mtimeMs }) => {
    if (mtimeMs > 0 && serve(folder, served)) check(folder)
  })
  try {
    if (!(await built(served, building))) return EXIT.ok
    const list = join(state, 'plugins.json')
    await writeFile(list, JSON.stringify([{ manifest: served, watch: true }]))
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

/** @throws CliError `app_not_built` */
export function ensureBuilt(root: string): void {
  if (existsSync(join(root, 'dist/app/index.html'))) return
  printLine('Building Fretwork once, which takes a minute …')
  const words = [join(root, 'scripts/build.mjs'), 'app']
  if (spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit' }).status === 0) return
  const message = `Fretwork in ${root} could not be built; the reason is above.`
  throw badInput('app_not_built', message)
}

/** Returns the script to run. `process.argv` names `main.ts` even if `cli/dev.mjs` was started. */
function program(): string {
  const [, script = ''] = process.argv
  return script.endsWith('.ts') ? join(script, '../dev.mjs') : script
}

/** Copies a build to the folder that the server reads, because Vite empties `dist` even if a build fails. */
export function serve(folder: string, served: string): boolean {
  const next = `${served}.next`
  try {
    rmSync(next, { recursive: true, force: true })
    cpSync(join(folder, 'dist'), next, { recursive: true })
  } catch {
    // The next build is already replacing the files, and will be copied instead.
    return false
  }
  if (!existsSync(join(next, 'plugin.json'))) return false
  rmSync(served, { recursive: true, force: true })
  renameSync(next, served)
  printLine('The plugin is built.')
  return true
}

function showErrors({ stderr }: ChildProcess, isServed: () => boolean): void {
  if (!stderr) return
  createInterface({ input: stderr }).on('line', line => {
    const text = errorLine(process.stderr.isTTY ? line : stripVTControlCharacters(line), isServed())
    if (text !== undefined) process.stderr.write(`${text}\n`)
  })
}

/** Rewords a line of Vite's error output. @returns `undefined` for lines about the build tool itself */
export function errorLine(line: string, isServed: boolean): string | undefined {
  if (/^\s+at /.test(line) || line.startsWith('[plugin fretwork:')) return undefined
  if (!line.startsWith('Build failed')) return line.replace(/^(Rolldown)?Error: /, '')
  const then = isServed ? 'still serves the last good build' : 'starts after the first good build'
  return `The build failed. Fretwork ${then}; fix the error and save the file:`
}

/** Runs the check in another process. An endless loop would block the server. */
function check(folder: string): void {
  spawn(process.execPath, [...process.execArgv, program(), 'plugins', 'check', folder], {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: CHECK_MS,
  })
}

function viteOf(folder: string): string {
  try {
    const paths = [folder, import.meta.dirname]
    return join(createRequire(import.meta.url).resolve('vite/package.json', { paths }), '../bin/vite.js')
  } catch (cause) {
    throw badInput('vite_missing', `Vite is not installed; run "npm install" in ${folder}.`, cause)
  }
}

/** Waits for the first successful build. @returns false if stopped before that */
async function built(served: string, building: ChildProcess): Promise<boolean> {
  const exit = await untilEnded(async ({ signal }) => {
    while (!existsSync(served) && !signal.aborted) {
      if (building.exitCode !== null || building.signalCode !== null)
        throw badInput('build_failed', 'The plugin could not be built; the reason is above.')
      await wait(LOOK_EVERY_MS)
    }
    return EXIT.ok
  })
  return exit === EXIT.ok
}
