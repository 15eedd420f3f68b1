/** Creates a temporary folder for tests, with the CLI's state and configuration. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'

/**
 * @param files initial files
 * @param once one folder for all tests instead of one per test
 */
export function testFolder(files: Readonly<Record<string, string | Uint8Array>> = {}, once = false) {
  let folder = ''
  const at = (...names: readonly string[]) => join(folder, ...names)
  /** @returns path of the file */
  const put = async (name: string, content: string | Uint8Array) => {
    await mkdir(dirname(at(name)), { recursive: true })
    await writeFile(at(name), content)
    return at(name)
  }
  const [before, after] = once ? [beforeAll, afterAll] : [beforeEach, afterEach]
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fretwork-cli-'))
    vi.stubEnv('FRETWORK_CLI_STATE', at('cli.json'))
    vi.stubEnv('FRETWORK_CLI_CONFIG', at('config.json'))
    for (const [name, content] of Object.entries(files)) await put(name, content)
  })
  after(async () => {
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true })
  })
  return { at, put }
}
