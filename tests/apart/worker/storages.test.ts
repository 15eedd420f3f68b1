import { expect, it, vi } from 'vitest'
import type { Channel } from '../../../src/apart/protocol.js'
import { Storages } from '../../../src/apart/worker/storages.js'

function storages() {
  const call = vi.fn(async (_name: string, _args: readonly unknown[]) => 'stored')
  const opened = new Storages({ call } as unknown as Channel)
  const numbers = () => call.mock.calls.map(([, [number]]) => number)
  return { opened, call, numbers }
}

it('a storage that is opened again and again is one', async () => {
  const { opened, numbers } = storages()
  for (let count = 0; count < 3; count++) await opened.open().set('best', count)
  await opened.open({ sync: true, version: 2 }).get('best')
  await opened.open({ version: 2, sync: true }).get('best')
  expect(numbers()).toEqual([1, 1, 1, 2, 2])
})

it('a storage is migrated by the newest of its migrations, and by nothing where it has none', async () => {
  const { opened } = storages()
  opened.open({ version: 2, migrations: { 1: () => ({ list: [1] }) } })
  opened.open({ version: 2, migrations: { 1: ({ best }) => ({ list: [best] }) } })
  expect(opened.migrate(1, 1, { best: 12 })).toEqual({ list: [12] })
  expect(opened.migrate(1, 7, { best: 12 })).toEqual({ best: 12 })
})

it('a listener that fails keeps no other from hearing of a change', () => {
  const { opened } = storages()
  const failed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const heard: unknown[] = []
  const values = opened.open({ sync: true })
  values.onChange(() => {
    throw new Error('deaf')
  })
  values.onChange(keys => heard.push(keys))
  opened.changed(1, ['best'])
  expect(heard).toEqual([['best']])
  expect(failed).toHaveBeenCalledOnce()
})
