// `npm run packages [-- sdk cli create-plugin] [-- --out FOLDER]`: builds the packages for plugin developers
// in dist-packages/, as folders and tarballs.
import { execFileSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { duration, root, StepError, script } from './lib/project.mjs'
import { writeCli } from './packages/cli-package.js'
import { filesIn } from './packages/files.js'
import { writeSdk } from './packages/sdk-package.js'

const PACKAGES: Readonly<Record<string, (out: string) => Promise<string>>> = {
  sdk: writeSdk,
  'create-plugin': copyCreatePlugin,
  cli: writeCli,
}

script(async () => {
  const { values, positionals: asked } = parseArgs({
    options: { out: { type: 'string', default: join(root, 'dist-packages') } },
    allowPositionals: true,
  })
  const out = resolve(values.out)
  const unknown = asked.find(name => !Object.hasOwn(PACKAGES, name))
  if (unknown !== undefined) {
    throw new StepError(
      `There is no package named "${unknown}": choose among ${Object.keys(PACKAGES).join(', ')}.`,
    )
  }
  process.env.NODE_ENV = 'production'
  for (const [name, write] of Object.entries(PACKAGES)) {
    if (asked.length > 0 && !asked.includes(name)) continue
    const began = performance.now()
    const folder = await write(out)
    const [packed] = pack(folder, out)
    const size = `${Math.round((packed?.size ?? 0) / 1024)} kB packed, ${filesIn(folder).length} files`
    process.stdout.write(`${packed?.filename}: ${size}, ${duration(performance.now() - began)}\n`)
  }
})

async function copyCreatePlugin(out: string): Promise<string> {
  const folder = join(out, 'create-plugin')
  rmSync(folder, { recursive: true, force: true })
  cpSync(join(root, 'packages/create-plugin'), folder, { recursive: true })
  return folder
}

function pack(folder: string, out: string): readonly { readonly filename: string; readonly size: number }[] {
  const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', out]
  return JSON.parse(execFileSync('npm', words, { cwd: folder, encoding: 'utf8' }))
}
