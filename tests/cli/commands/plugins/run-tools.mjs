// Builds or checks plugins as their authors do, in a process without Vitest. Prints what each tool says, as JSON.
import { build } from 'vite'
import { check } from '../../../../cli/commands/plugins/plugins-check.ts'
import { fretworkPlugin } from '../../../../scripts/lib/plugin/plugin-preset.mjs'

const [, , tool, ...folders] = process.argv

async function buildIn(root) {
  try {
    await build({ root, configFile: false, logLevel: 'silent', plugins: [fretworkPlugin()] })
    return ''
  } catch (error) {
    return error.message
  }
}

async function checkIn(folder) {
  const { write } = process.stdout
  let said = ''
  process.stdout.write = text => {
    said += text
    return true
  }
  await check(folder, {}).finally(() => {
    process.stdout.write = write
  })
  return said
}

const said = []
for (const folder of folders) said.push(await (tool === 'build' ? buildIn : checkIn)(folder))
// A plugin’s leftovers must not keep a build alive. The command line itself ends after a check.
process.stdout.write(JSON.stringify(said), () => tool === 'check' && process.exit())
