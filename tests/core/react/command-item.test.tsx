import { Menu } from '@mantine/core'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { PALETTE } from '../../../src/core/events/app-events.js'
import { memoryPlatform } from '../../../src/core/platform/memory-platform.js'
import { CommandButton, CommandItem } from '../../../src/core/react/command-button.js'
import { cookieOf, tokenOf } from '../auth/session.js'
import { kernelWith, makePlugin } from '../kernel/make-plugin.js'
import { showIn } from './shown.js'

const plugin = makePlugin('paper', {
  contributes: {
    commands: [
      { id: 'paper.export', title: 'Export as page', feature: 'Download.HTML' },
      { id: 'paper.print', title: 'Print' },
    ],
  },
})

async function itemsFor(features: string) {
  const platform = memoryPlatform({ cookies: { fretwork: cookieOf(tokenOf({ features })) } })
  const kernel = await kernelWith([plugin], { platform })
  kernel.auth.init()
  const items = ['paper.export', 'paper.print', 'paper.of-no-plugin'].map(id => (
    <CommandItem key={id} command={id} />
  ))
  await showIn(
    kernel,
    <Menu opened>
      <Menu.Dropdown>{items}</Menu.Dropdown>
    </Menu>,
  )
  return (await screen.findAllByRole('menuitem')).map(item => item.textContent)
}

it('a button asks for the arguments of its command', async () => {
  const play = { id: 'paper.play', title: 'Play', args: z.object({ song: z.string() }) }
  const kernel = await kernelWith([makePlugin('paper', { contributes: { commands: [play] } })])
  const asked: unknown[] = []
  kernel.events.on(PALETTE, how => void asked.push(how))
  const user = await showIn(kernel, <CommandButton command="paper.play" />)
  await user.click(screen.getByRole('button', { name: 'Play' }))
  expect(asked).toEqual([{ ask: 'paper.play' }])
})

describe('a menu item of a command', () => {
  it('says which add-on it needs, in the place of its keys, to users without it', async () => {
    expect(await itemsFor('')).toEqual(['Export as pageDownload as HTML', 'Print'])
  })

  it('says nothing of it to users who have it', async () => {
    expect(await itemsFor('Download.HTML')).toEqual(['Export as page', 'Print'])
  })
})
