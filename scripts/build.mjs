// `npm run build`: builds the app, the CLI and the server in a new folder, which then becomes `dist/current`.
// `npm run build -- cli` builds only the CLI. `--if-changed` skips the build if `dist` is up to date.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beginBuild, switchTo, TARGETS } from './lib/build/builds.mjs'
import { precompress } from './lib/build/precompress.mjs'
import { isBuilt, markBuilt, sourcesHash, unmarkBuilt } from './lib/build/sources.mjs'
import { install } from './lib/install.mjs'
import { duration, root, StepError, script } from './lib/project.mjs'

script(async () => {
  const asked = process.argv.slice(2).filter(argument => argument !== '--if-changed')
  if (process.argv.includes('--if-changed') && isBuilt()) return
  const unknown = asked.find(name => !TARGETS.includes(name))
  if (unknown)
    throw new StepError(`There is no build named "${unknown}": choose among ${TARGETS.join(', ')}.`)
  const targets = asked.length === 0 ? TARGETS : asked

  await install()
  // Dynamic import, because the packages may have just been installed.
  const { build } = await import('vite')
  process.env.NODE_ENV = 'production'
  const hash = sourcesHash()
  const folder = beginBuild(targets)
  try {
    for (const target of targets) {
      const began = performance.now()
      const outDir = join(folder, target)
      const parts = target === 'app' ? { app: outDir, apart: join(outDir, 'apart') } : { [target]: outDir }
      for (const [part, folderOfPart] of Object.entries(parts)) {
        process.env.FRETWORK_BUILD = part
        const configFile = join(root, 'vite.config.ts')
        await build({ configFile, root, logLevel: 'warn', build: { outDir: folderOfPart } }).catch(error => {
          throw new StepError(`${error.message}\nThe build of the ${part} failed: the reason is above.`)
        })
      }
      if (target === 'app') await precompress(outDir)
      process.stdout.write(`built ${target} in ${duration(performance.now() - began)}\n`)
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  unmarkBuilt()
  switchTo(folder)
  if (targets.length === TARGETS.length) markBuilt(hash)
})
