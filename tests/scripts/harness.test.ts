import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('what a measurement builds in imports modules that are there: no compiler looks into these texts', () => {
  const files = readdirSync('bench', { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.ts'),
  )
  const paths = files.flatMap(file =>
    [...readFileSync(`bench/${file}`, 'utf8').matchAll(/\$\{source\('(.+?)'\)\}/g)].map(([, path]) => path),
  )
  expect(paths).toContain('plugins/plugin-list.ts')
  expect(paths.filter(path => !existsSync(`src/${path}`))).toEqual([])
})
