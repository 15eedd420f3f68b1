import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const page = ['ARCHITECTURE.md', 'docs/flows.md', 'CONTRIBUTING.md']
  .map(file => readFileSync(join(ROOT, file), 'utf8'))
  .join('\n')
const paths = [...page.matchAll(/`((?:src|cli|server)\/[^`\s]+)`/g)].map(([, path]) => path ?? '')

const foldersIn = (path: string) =>
  readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(entry => `${path}/${entry.name}`)

it('ARCHITECTURE.md mentions only existing paths', () => {
  expect(paths.length).toBeGreaterThan(40)
  expect(paths.filter(path => !existsSync(join(ROOT, path)))).toEqual([])
})

it('ARCHITECTURE.md lists every part of the core and every plugin', () => {
  const missing = [...foldersIn('src/core'), ...foldersIn('src/plugins')].filter(
    path => !paths.includes(path),
  )
  expect(missing).toEqual([])
})

it('docs/accounts-tests.md lists only existing tests', () => {
  const promises = readFileSync(join(ROOT, 'docs/accounts-tests.md'), 'utf8')
  const rows = promises.split('\n').filter(line => /^\| \d/.test(line))
  const tests = rows.flatMap(row =>
    [...(row.split('|')[3] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''),
  )
  const exists = (name: string) =>
    ['', '.test.ts', '.integration.test.ts', '.soak.test.ts'].some(
      ending =>
        existsSync(join(ROOT, 'tests/server', name + ending)) || existsSync(join(ROOT, name + ending)),
    )
  expect(tests.length).toBeGreaterThan(40)
  expect(tests.filter(name => !exists(name))).toEqual([])
})

const MOST = 20

/** Returns the number of files directly in each folder, except packages and builds. */
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

it(`no folder contains more than ${MOST} files`, () => {
  const counts = folders.map(([, files]) => files).toSorted((a, b) => a - b)
  console.info(`${folders.length} folders, median ${counts[Math.floor(counts.length / 2)]} files.`)
  expect(folders.filter(([, files]) => files > MOST)).toEqual([])
})

const GIVEN = [
  ...['react', 'react-dom', 'react-router-dom', 'vite', 'tsyringe', 'reflect-metadata', 'eventemitter3'],
  ...['webmidi', 'tone', '@tonejs/midi', 'kbar', 'commander', 'ts-node', 'jwt-decode', 'axios', 'vitest'],
  ...['@testing-library/react', 'playwright'],
]

it('Fretwork uses the packages it is built on', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect(Object.keys({ ...dependencies, ...devDependencies })).toEqual(expect.arrayContaining(GIVEN))
})
