import { act } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import type { CommandContribution } from '../../src/core/commands/command.js'
import type { PluginManifest } from '../../src/core/kernel/plugin.js'
import { codeOf } from '../../src/core/platform/fretwork-error.js'
import type { ScreenFrames } from '../../src/core/react/kernel-context.js'
import { permissionSettings } from '../../src/core/settings/core-settings.js'
import { SYNC } from '../../src/plugins/library/tokens.js'
import { SONG_SESSION } from '../../src/plugins/player/tokens.js'
import { PLUGINS } from '../../src/plugins/plugin-list.js'
import { openKernel } from '../support/open-kernel.js'
import { renderScreen } from '../support/render-screen.js'
import { emptyDevice } from './library/library-kernel.js'
import { fileOf, openFile, songJson } from './player/songs.js'

beforeEach(() => {
  emptyDevice()
  // React reports caught errors.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

/** Time, ms, from the last import until commands that wait for the user or the network are stopped. */
const SETTLE_MS = 100

/** Commands and screens that report the disabled plugin instead. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  'midi-io': ['replay.replay-file'],
  fretboard: [
    ...['TrainPage', 'TunerPage'],
    ...['trainers.answer', 'trainers.end-round', 'trainers.hear', 'trainers.next'],
    ...['trainers.play-exercise', 'trainers.show-answer', 'trainers.start-round'],
  ],
  'score-files': ['notation.print'],
  library: ['recording.overdub', 'recording.quantize', 'recording.toggle', 'trainers.play-exercise'],
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly type?: string
  readonly minimum?: number
}

function sample({ properties = {}, required = [], anyOf, type, minimum = 1, ...schema }: Schema): unknown {
  if (anyOf?.[0]) return sample(anyOf[0])
  if (type === 'object')
    return Object.fromEntries(required.map(name => [name, sample(properties[name] ?? {})]))
  return (
    schema.enum?.[0] ?? { number: minimum, integer: minimum, boolean: true, array: [] }[type ?? ''] ?? 'x'
  )
}

const argsOf = ({ args }: CommandContribution) =>
  args && sample(z.toJSONSchema(args as z.ZodMiniType, { io: 'input', unrepresentable: 'any' }) as Schema)

/** Runs every command and renders every screen of the plugins that use `off` but do not require it. */
async function without(off: string) {
  const { kernel } = await openKernel({ plugins: PLUGINS, route: '/fretboard' })
  const { host } = kernel
  await host.disable(off)
  const isOff = (id: string) => !host.isUsable(id)
  const isUser = ({ id, optional = [], lazy = [] }: PluginManifest) =>
    !isOff(id) && [...optional, ...lazy].some(token => isOff(host.report.providers.get(token.id) ?? ''))
  const users = PLUGINS.filter(isUser)
  for (const { id } of users) await host.activate(id)
  const session = kernel.find(SONG_SESSION)
  if (session) await openFile(session, fileOf('song.json', songJson('Song', [[[64, 0, 4]]])))

  const refused: string[] = []
  const broken: string[] = []
  const note = (what: string, error: unknown) => {
    const code = codeOf(error)
    if (code === 'service_disabled') refused.push(what)
    else if (/^(service|plugin|token)_/.test(code)) broken.push(`${what}: ${error}`)
  }
  const ending = new AbortController()
  const control = { signal: ending.signal, progress: () => undefined }
  const runs = users.flatMap(({ id, contributes }) =>
    (contributes?.commands ?? []).map(command =>
      host
        .runOf(id, command)(argsOf(command), control)
        .catch(error => note(command.id, error)),
    ),
  )
  const settled = async () => {
    await vi.dynamicImportSettled()
    await new Promise(resolve => setTimeout(resolve, SETTLE_MS))
  }
  await act(() => Promise.race([Promise.all(runs), settled()]))
  ending.abort()
  for (const { id, load } of users) {
    for (const screen of Object.keys((await load()).default.screens ?? {})) {
      const frames: ScreenFrames = {
        Loading: () => null,
        Failed: ({ error }) => {
          note(screen, error)
          return null
        },
        Unavailable: () => {
          refused.push(screen)
          return null
        },
      }
      const { unmount } = renderScreen(kernel, id, screen, frames)
      await act(() => host.loadScreen(id, screen))
      await act(() => new Promise(resolve => setTimeout(resolve)))
      unmount()
    }
  }
  return { broken: [...new Set(broken)], refused: [...new Set(refused)].sort() }
}

it.each(PLUGINS.filter(({ locked }) => !locked).map(({ id }) => id))(
  'without %s, commands and screens work or report which plugin they need',
  async off => {
    expect(await without(off)).toEqual({ broken: [], refused: REFUSED[off] ?? [] })
  },
)

it('Songs, Practice and People work if Songs may not use the storage', async () => {
  const { kernel } = await openKernel({ plugins: PLUGINS })
  kernel.settings.store(permissionSettings).change({ refused: { library: ['storage'] } })
  for (const id of ['library', 'practice', 'social']) await kernel.host.activate(id)
  expect(kernel.get(SYNC).view.getState().state).toBe('off')
})
