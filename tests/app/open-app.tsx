/** Renders the whole app at a URL, with a function as its server. */
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from '../../src/app/app.js'
import { hostCommands } from '../../src/app/host-commands.js'
import type { PluginManifest } from '../../src/core/kernel/plugin.js'
import { memoryPlatform } from '../../src/core/platform/memory-platform.js'
import { createTestKernel } from '../../src/core/testing/test-kernel.js'
import auth from '../../src/plugins/auth/index.js'
import { cookieOf, goodServer, tokenOf } from '../core/auth/session.js'
import { type Answering, fakeTransport } from '../core/http/fake-transport.js'
import { setWindowWidth } from '../window-width.js'

interface Opening {
  readonly plugins?: readonly PluginManifest[]
  readonly answering?: Answering
  readonly loggedIn?: boolean
  readonly guest?: boolean
  readonly stored?: Record<string, string>
  /** Window width, px. Defaults to the width of a laptop. */
  readonly width?: number
}

export async function openApp(path: string, opening: Opening = {}) {
  const { plugins = [], answering, loggedIn, guest, stored, width } = opening
  if (width !== undefined) setWindowWidth(width)
  window.history.replaceState(null, '', path)
  const { transport, sent } = fakeTransport(answering ?? goodServer())
  const platform = memoryPlatform({ cookies: loggedIn ? { fretwork: cookieOf(tokenOf()) } : {}, stored })
  const kernel = await createTestKernel({ plugins: [auth, ...plugins], platform, transport, guest })
  hostCommands(kernel)
  await act(async () => void render(<App kernel={kernel} />))
  const address = () => location.pathname + location.search + location.hash
  return { kernel, platform, sent, address, user: userEvent.setup(), screen }
}
