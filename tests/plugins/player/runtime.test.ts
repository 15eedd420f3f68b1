import { describe, expect, it } from 'vitest'
import { drawersOf } from '../../../src/core/kernel/extensions/contributions.js'
import { MIDI_PANIC } from '../../../src/plugins/midi-io/tokens.js'
import player from '../../../src/plugins/player/index.js'
import { logInElsewhere } from '../../core/auth/session.js'
import { oneNote } from '../midi-file/midi-bytes.js'
import { songKernel } from './song-kernel.js'
import { fileOf, openFile } from './songs.js'

describe('the player', () => {
  it('offers commands about a song only while there is one', async () => {
    const { kernel, session, run } = await songKernel()
    const offered = () => kernel.commands.isEnabled('player.toggle-playing')
    // No file is chosen.
    expect(await run('library.open-file')).toMatchObject({ ok: true })
    expect(offered()).toBe(false)
    await openFile(session, fileOf('one.mid', oneNote))
    expect(offered()).toBe(true)
    await run('player.toggle-playing')
    expect(session.view.getState().playing).toBe(true)
    await run('player.toggle-playing')
    expect(session.view.getState().playing).toBe(false)
    await run('player.close-song')
    expect(offered()).toBe(false)
  })

  it('leaves the space bar to whatever has the focus, and stops on panic', async () => {
    const { kernel, session, run } = await songKernel()
    await run('library.play-song', { song: 'greensleeves' })
    expect(kernel.commands.hasKeys('player.toggle-with-space')).toBe(false)
    kernel.commands.setContext('player.space-free', true)
    expect(kernel.commands.hasKeys('player.toggle-with-space')).toBe(true)
    expect(session.view.getState().playing).toBe(true)
    kernel.events.emit(MIDI_PANIC, undefined)
    expect(session.view.getState().playing).toBe(false)
  })

  it('plays on where the transport is docked, and stops on every other page', async () => {
    const { kernel, session, run } = await songKernel()
    const docked = (route: string) =>
      drawersOf([player], route).filter(
        ({ side, when }) => side === 'bottom' && kernel.commands.holds(when ?? ''),
      )
    expect(docked('/fretboard')).toEqual([])
    await run('library.play-song', { song: 'greensleeves' })
    for (const route of ['/songs', '/songs/:id', '/fretboard', '/songs']) {
      kernel.commands.setContext('route', route)
      expect(session.view.getState().playing).toBe(true)
      expect(docked(route)).toMatchObject([{ screen: 'Transport' }])
      expect(kernel.commands.isEnabled('player.toggle-playing')).toBe(true)
      expect(kernel.commands.isEnabled('practice.play-slower')).toBe(true)
    }
    kernel.commands.setContext('route', '/people')
    expect(session.view.getState()).toMatchObject({ playing: false, song: { title: 'Greensleeves' } })
    expect(docked('/people')).toEqual([])
  })

  it('closes the song when the session ends: it is not the next user’s', async () => {
    const { kernel, session, run } = await songKernel()
    logInElsewhere(kernel.platform, 'ada')
    await run('library.play-song', { song: 'greensleeves' })
    await kernel.auth.logout()
    expect(session.view.getState()).toMatchObject({ song: undefined, playing: false })
  })
})
