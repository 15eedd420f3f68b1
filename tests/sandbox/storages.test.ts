import { expect, it, vi } from 'vitest'
import type { Channel } from '../../src/sandbox/protocol.js'
import { Storages } from '../../src/sandbox/worker/stand-ins.js'

it('a storage listener that throws does not stop other listeners', () => {
  const call = vi.fn(async () => undefined)
  const storages = new Storages({ call } as unknown as Channel)
  const failed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const heard: unknown[] = []
  const values = storages.open({ sync: true })
  values.onChange(() => {
    throw new Error('deaf')
  })
  values.onChange(keys => heard.push(keys))
  storages.changed(['best'])
  expect(heard).toEqual([['best']])
  expect(failed).toHaveBeenCalledOnce()
})
