import { run, StepError } from '../project.mjs'
import { isBuilt } from './sources.mjs'

/** @throws {StepError} with the build output */
export async function ensureBuilt() {
  if (isBuilt()) return
  process.stdout.write('Building …\n')
  const { code, output } = await run(process.execPath, ['scripts/build.mjs'], { quiet: true })
  if (code !== 0) throw new StepError(output.trim())
}
