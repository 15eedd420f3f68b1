import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { median, quantile } from '../../bench/support/harness.js'

describe('median and quantile', () => {
  it('take the middle, whatever the order', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([4, 1, 3, 2])).toBe(2.5)
  })

  it('go linearly between two values', () => {
    expect(quantile([0, 10], 0.95)).toBeCloseTo(9.5)
  })

  it('are NaN where nothing was measured, so that no limit is kept by accident', () => {
    expect(median([])).toBeNaN()
  })
})

describe('what a measurement builds in', () => {
  it('imports modules that are there: no compiler looks into these texts', () => {
    const files = readdirSync('bench', { recursive: true, encoding: 'utf8' }).filter(name =>
      name.endsWith('.ts'),
    )
    const paths = files.flatMap(file =>
      [...readFileSync(`bench/${file}`, 'utf8').matchAll(/\$\{source\('(.+?)'\)\}/g)].map(([, path]) => path),
    )
    expect(paths).toContain('plugins/plugin-list.ts')
    expect(paths.filter(path => !existsSync(`src/${path}`))).toEqual([])
  })
})
