// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { takeFileDrops } from '../../src/app/file-drops.js'
import { FILES_DROPPED } from '../../src/core/events/app-events.js'
import { logInElsewhere } from '../core/auth/session.js'
import { kernelWith, makePlugin } from '../core/kernel/make-plugin.js'
import { openApp } from './open-app.js'

const dragOf = (...files: readonly File[]) => ({ dataTransfer: { types: ['Files'], files } })
const FILE = new File(['x'], 'a.mid')

async function page({ loggedIn = true, plugin = 'waiting' } = {}) {
  const heard: string[] = []
  const waiting = makePlugin(
    plugin,
    { activateOn: [`event:${FILES_DROPPED.id}`] },
    {
      activate: ({ scope }) =>
        void scope.add(
          kernel.events.on(FILES_DROPPED, ({ files, folder }) =>
            heard.push([folder, ...files.map(({ name }) => name)].filter(Boolean).join(' ')),
          ),
        ),
    },
  )
  const kernel = await kernelWith([waiting])
  if (loggedIn) {
    logInElsewhere(kernel.platform, 'ada')
    await vi.waitUntil(() => kernel.auth.state.getState().status === 'loggedIn')
  }
  const drops = takeFileDrops(kernel)
  onTestFinished(() => {
    drops.dispose()
    kernel.dispose()
  })
  return { kernel, heard, drops }
}

describe('files dropped on the window', () => {
  it('dropping a file does not navigate away and activates the plugin that handles files', async () => {
    const { heard } = await page()
    const dragged = dragOf()
    // `false` means that the default action was prevented.
    expect(fireEvent.dragOver(document.body, dragged)).toBe(false)
    expect(fireEvent.drop(document.body, dragOf(FILE))).toBe(false)
    await expect.poll(() => heard).toEqual(['a.mid'])
  })

  it('the files in a dropped folder arrive together, with the folder’s name', async () => {
    const { heard } = await page()
    const fileEntry = (name: string) => ({
      ...{ name, isFile: true, isDirectory: false },
      file: (done: (file: File) => void) => done(new File(['x'], name)),
    })
    const folderEntry = (name: string, ...batches: object[][]) => ({
      ...{ name, isFile: false, isDirectory: true },
      createReader: () => ({ readEntries: (done: (found: object[]) => void) => done(batches.shift() ?? []) }),
    })
    const inner = folderEntry('low', [fileEntry('E2.wav')])
    const folder = folderEntry('Parlor', [fileEntry('.DS_Store'), fileEntry('A4.wav')], [inner])
    const items = [folder, fileEntry('a.mid')].map(entry => ({ kind: 'file', webkitGetAsEntry: () => entry }))
    const files = [new File([], 'Parlor'), FILE]
    fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files, items } })
    await expect.poll(() => heard).toEqual(['a.mid', 'Parlor A4.wav E2.wav'])
  })

  it('if no plugin handles files, dragging shows no hint and dropping still does not navigate', async () => {
    const { drops, heard, kernel } = await page()
    fireEvent.dragEnter(document.body, dragOf())
    fireEvent.dragOver(document.body, dragOf())
    expect(drops.hovering.getState()).toBe('opens')
    await kernel.host.disable('waiting')
    const dragged = { dataTransfer: { types: ['Files'], files: [], dropEffect: 'copy' } }
    expect(fireEvent.dragOver(document.body, dragged)).toBe(false)
    expect(drops.hovering.getState()).toBeUndefined()
    expect(fireEvent.drop(document.body, dragOf(FILE))).toBe(false)
    await new Promise(resolve => setTimeout(resolve, 50))
    await kernel.host.enable('waiting')
    fireEvent.dragOver(document.body, dragOf())
    expect([drops.hovering.getState(), heard]).toEqual(['opens', []])
  })

  it('the drop hint stays visible until the drag leaves the window or ends', async () => {
    const { drops } = await page()
    const leave = () => fireEvent.dragLeave(document.body, dragOf())
    fireEvent.dragEnter(document.body, dragOf())
    fireEvent.dragOver(document.body, dragOf())
    expect(drops.hovering.getState()).toBe('opens')
    // Browsers fire dragenter for the next element before dragleave for the previous one.
    fireEvent.dragEnter(document.body, dragOf())
    leave()
    expect(drops.hovering.getState()).toBe('opens')
    leave()
    expect(drops.hovering.getState()).toBeUndefined()
    fireEvent.dragEnter(document.body, dragOf())
    fireEvent.dragOver(document.body, dragOf())
    fireEvent.drop(document.body, dragOf(FILE))
    expect(drops.hovering.getState()).toBeUndefined()
  })

  it('a logged-out user who drops a file is asked to log in first', async () => {
    const { drops, kernel } = await page({ loggedIn: false })
    const post = vi.spyOn(kernel.notices, 'post')
    fireEvent.dragEnter(document.body, dragOf())
    fireEvent.dragOver(document.body, dragOf())
    expect(drops.hovering.getState()).toBe('logged-out')
    fireEvent.drop(document.body, dragOf(FILE))
    const message = 'Log in first, then drop the file again.'
    expect(post.mock.calls).toMatchObject([[{ kind: 'info', source: 'app', message }]])
  })

  it('if the plugin that opens files is disabled, a notice about a dropped file includes its name', async () => {
    const { kernel } = await page({ plugin: 'library' })
    await kernel.host.disable('library')
    const post = vi.spyOn(kernel.notices, 'post')
    const dragged = { types: ['Files'], files: [], dropEffect: 'copy' }
    fireEvent.dragOver(document.body, { dataTransfer: dragged })
    // With the effect `none`, browsers don't report the drop.
    expect(dragged.dropEffect).toBe('copy')
    fireEvent.drop(document.body, dragOf(FILE))
    const plugin = { source: 'library', message: 'The library' }
    await expect.poll(() => post.mock.calls).toMatchObject([[{ texts: { plugin } }]])
    expect(post.mock.calls[0]?.[0].message).toBe('“{{plugin}}” is disabled.')
  })

  it('a drop already handled by another listener is ignored', async () => {
    const { heard, kernel } = await page()
    const deal = (event: Event) => event.preventDefault()
    document.addEventListener('drop', deal)
    fireEvent.drop(document.body, dragOf(FILE))
    document.removeEventListener('drop', deal)
    expect([kernel.host.state('waiting')?.status, heard]).toEqual(['registered', []])
  })

  it('dragged text can still be dropped into a field', async () => {
    await page()
    const text = { dataTransfer: { types: ['text/plain'], files: [] } }
    expect(fireEvent.dragEnter(document.body, text)).toBe(true)
    expect(fireEvent.dragOver(document.body, text)).toBe(true)
    expect(fireEvent.drop(document.body, text)).toBe(true)
  })

  it('a file dropped on the login page does not navigate, and a notice explains how to open it', async () => {
    await openApp('/login')
    expect(fireEvent.dragOver(document.body, dragOf())).toBe(false)
    expect(await screen.findByText('Log in first, then drop the file again.')).toBeTruthy()
    expect(fireEvent.drop(document.body, dragOf(FILE))).toBe(false)
  })

  it('the browser’s default drop behavior returns after disposal', async () => {
    const { drops } = await page()
    drops.dispose()
    expect(fireEvent.drop(document.body, dragOf(FILE))).toBe(true)
  })
})
