// Builds the product where its sources changed since the last build. Packages must be installed.
import { run, StepError } from '../project.mjs'
import { isBuilt } from './sources.mjs'

/** Builds unless `dist` is what the sources say. @throws {StepError} with the build's words where it fails. */
export async function ensureBuilt() {
  if (isBuilt()) return
  process.stdout.write('Building …\n')
  const { code, output } = await run(process.execPath, ['scripts/build.mjs'], { quiet: true })
  if (code !== 0) throw new StepError(output.trim())
}
