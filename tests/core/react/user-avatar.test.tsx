import { MantineProvider } from '@mantine/core'
import { act, render as renderPlain, screen, waitFor } from '@testing-library/react'
import type { InternalAxiosRequestConfig } from 'axios'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { memoryPlatform } from '../../../src/core/platform/memory-platform.js'
import { KernelProvider } from '../../../src/core/react/kernel-context.js'
import { initialsOf, UserAvatar } from '../../../src/core/react/user-avatar.js'
import { createTestKernel } from '../../../src/core/testing/test-kernel.js'

const render = (tree: ReactNode) => renderPlain(tree, { wrapper: MantineProvider })
const ada = { id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', name: 'Ada Lovelace' }

async function openPictures() {
  const asked: string[] = []
  const transport = async (config: InternalAxiosRequestConfig) => {
    asked.push(config.url ?? '')
    return { config, status: 200, statusText: '', headers: {}, data: new Uint8Array([1, 2]).buffer }
  }
  const platform = memoryPlatform({})
  const kernel = await createTestKernel({ plugins: [], platform, transport })
  let made = 0
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${++made}`)
  const revoke = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined)
  const show = (...avatars: (string | undefined)[]) => (
    <KernelProvider kernel={kernel}>
      {avatars.map((avatar, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the position identifies the avatar
        <UserAvatar key={at} user={{ ...ada, avatar }} />
      ))}
    </KernelProvider>
  )
  return { asked, platform, revoke, show }
}
const shown = () => [...document.querySelectorAll('img')].map(({ src }) => src)

it.each([
  ['Ada Lovelace', 'AL'],
  ['  ada  ', 'A'],
  ['Ana de la Cruz', 'AC'],
  ['🎸 Åke', '🎸Å'],
  ['', ''],
])('the initials of %j are %j', (name, initials) => expect(initialsOf(name)).toBe(initials))

it('without an image, the avatar shows initials or an icon and sends no request', async () => {
  const { asked, show } = await openPictures()
  const kernel = await createTestKernel({ plugins: [], platform: memoryPlatform({}) })
  render(
    <KernelProvider kernel={kernel}>
      <UserAvatar user={{ id: ada.id, name: ' ' }} />
    </KernelProvider>,
  )
  expect(document.querySelector('.mantine-Avatar-root svg')).not.toBeNull()
  render(show(undefined))
  expect(screen.getByText('AL')).toBeTruthy()
  expect(asked).toEqual([])
  expect(document.querySelectorAll('.mantine-Avatar-root svg')).toHaveLength(1)
})

it('an avatar is fetched once for all components and again for a new version', async () => {
  const { asked, show } = await openPictures()
  const { rerender } = render(show('one', 'one'))
  await waitFor(() => expect(shown()).toEqual(['blob:1', 'blob:1']))
  expect(asked).toHaveLength(1)
  rerender(show('two', 'one'))
  await waitFor(() => expect(shown()).toEqual(['blob:2', 'blob:1']))
  rerender(show('two', undefined))
  expect(shown()).toEqual(['blob:2'])
})

it('an avatar is released a minute after its last use', async () => {
  const { asked, platform, revoke, show } = await openPictures()
  const { rerender } = render(show('one'))
  await waitFor(() => expect(shown()).toEqual(['blob:1']))
  rerender(show())
  await act(async () => platform.clock.advance(30_000))
  rerender(show('one'))
  await act(async () => platform.clock.advance(60_000))
  expect([asked.length, revoke.mock.calls.length]).toEqual([1, 0])
  rerender(show())
  await act(async () => platform.clock.advance(60_000))
  await waitFor(() => expect(revoke).toHaveBeenCalledWith('blob:1'))
})
