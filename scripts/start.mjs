// `npm start`: installs missing packages, builds changed targets and runs the server in the foreground.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './lib/build/ensure-built.mjs'
import { install } from './lib/install.mjs'
import { endWithNpm } from './lib/parent.mjs'
import { root, script } from './lib/project.mjs'

endWithNpm()
script(async () => {
  await install()
  await ensureBuilt()
  // Run in this process, so that signals and the exit code are passed through.
  const program = join(root, 'dist', 'cli', 'main.mjs')
  process.chdir(root)
  process.argv = [process.execPath, program, 'server', 'start', ...process.argv.slice(2)]
  await import(pathToFileURL(program).href)
})
