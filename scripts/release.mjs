// `npm run release`: builds `dist/fretwork-<version>.tgz`, which npm can install and run without a checkout.
import { readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './lib/build/ensure-built.mjs'
import { stageRelease } from './lib/build/release-package.mjs'
import { install } from './lib/install.mjs'
import { root, run, StepError, script } from './lib/project.mjs'

async function npm(...words) {
  const { code, output } = await run('npm', words, { quiet: true })
  if (code !== 0) throw new StepError(`npm ${words[0]} failed:\n${output}`)
  return output
}

script(async () => {
  await install()
  await ensureBuilt()
  const folder = join(root, 'dist', 'release')
  const { name, version, dependencies } = stageRelease(folder)
  // Reduce the lock file to the packages that the release needs.
  await npm(
    'install',
    '--package-lock-only',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefix',
    folder,
  )
  renameSync(join(folder, 'package-lock.json'), join(folder, 'npm-shrinkwrap.json'))
  await npm('pack', folder, '--pack-destination', join(root, 'dist'))
  const locked = Object.keys(JSON.parse(readFileSync(join(folder, 'npm-shrinkwrap.json'), 'utf8')).packages)
  rmSync(folder, { recursive: true, force: true })
  process.stdout.write(
    `dist/${name}-${version}.tgz: ${Object.keys(dependencies).length} packages, ${locked.length - 1} with theirs\n`,
  )
})
