import { expect, it } from 'vitest'
import { memoryLocks } from '../../../src/core/platform/memory-platform.js'

it('tasks with the same lock name run one after another, in request order', async () => {
  const locks = memoryLocks()
  const order: string[] = []
  const task = (name: string) => async () => {
    order.push(`${name} in`)
    await Promise.resolve()
    order.push(`${name} out`)
    return name
  }
  expect(await Promise.all([locks.run('x', task('a')), locks.run('x', task('b'))])).toEqual(['a', 'b'])
  expect(order).toEqual(['a in', 'a out', 'b in', 'b out'])
})

it('a task that fails while holding a lock rejects only its own caller', async () => {
  const locks = memoryLocks()
  const failing = locks.run('x', () => Promise.reject(new Error('no')))
  const next = locks.run('x', () => Promise.resolve('yes'))
  await expect(failing).rejects.toThrow('no')
  await expect(next).resolves.toBe('yes')
})
