import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { median, quantile } from '../../bench/support/harness.js'

it('the median is in the middle, quantiles go linearly, and without values both are NaN, so that no limit is kept', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(quantile([0, 10], 0.95)).toBeCloseTo(9.5)
  expect(median([])).toBeNaN()
})

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
