/** The folder that this program lives in, whether it runs from its sources or as it was built. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Of Fretwork's package: the nearest above this module. The folder at hand where there is none. */
export function checkoutRoot(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const file = join(folder, 'package.json')
    if (existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).name === 'fretwork') return folder
    if (dirname(folder) === folder) return process.cwd()
  }
}
