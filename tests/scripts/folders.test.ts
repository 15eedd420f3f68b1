import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const MOST = 20

/** How many files each folder holds itself, without folders of packages and builds. */
function filesPerFolder(folder: string): [string, number][] {
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).length
  const inner = entries.filter(entry => entry.isDirectory() && !/^(?:\.|node_modules|dist)/.test(entry.name))
  return [
    ...(files > 0 ? [[folder, files] as [string, number]] : []),
    ...inner.flatMap(({ name }) => filesPerFolder(`${folder}/${name}`)),
  ]
}

const folders = ['src', 'cli', 'server', 'tests', 'e2e', 'bench', 'scripts', 'examples'].flatMap(
  filesPerFolder,
)

it(`holds at most ${MOST} files`, () => {
  const counts = folders.map(([, files]) => files).toSorted((a, b) => a - b)
  console.info(`${folders.length} folders, median ${counts[Math.floor(counts.length / 2)]} files.`)
  expect(folders.filter(([, files]) => files > MOST)).toEqual([])
})
