// ARCHITECTURE.md: what it names exists, and it names every part of core and every plugin.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const page = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
const paths = [...page.matchAll(/`((?:src|cli|server)\/[^`\s]+)`/g)].map(([, path]) => path ?? '')

const foldersIn = (path: string) =>
  readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(entry => `${path}/${entry.name}`)

it('names only paths that exist', () => {
  expect(paths.length).toBeGreaterThan(40)
  expect(paths.filter(path => !existsSync(join(ROOT, path)))).toEqual([])
})

it('lists every part of core and every plugin', () => {
  const missing = [...foldersIn('src/core'), ...foldersIn('src/plugins')].filter(
    path => !paths.includes(path),
  )
  expect(missing).toEqual([])
})
