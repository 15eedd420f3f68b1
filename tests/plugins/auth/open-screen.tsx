/** Opens a screen for logged-out users with a fake server. */
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { onTestFinished } from 'vitest'
import type { TenantCard } from '../../../src/core/contract/tenant.js'
import { memoryPlatform } from '../../../src/core/platform/memory-platform.js'
import { createTestKernel } from '../../../src/core/testing/test-kernel.js'
import auth from '../../../src/plugins/auth/index.js'
import { goodServer } from '../../core/auth/session.js'
import { type Answering, fakeTransport } from '../../core/http/fake-transport.js'
import { makePlugin } from '../../core/kernel/make-plugin.js'
import { setPageAddress } from '../../page-address.js'
import { renderRoutes } from '../../support/render-routes.js'
// Preloads the screens so that no test waits for them.
import '../../../src/plugins/auth/ui/provider-redirect.js'
import '../../../src/plugins/auth/ui/legal/legal-page.js'
import '../../../src/plugins/auth/ui/login.js'
import '../../../src/plugins/auth/ui/provider-buttons.js'
import '../../../src/plugins/auth/ui/register.js'
import '../../../src/plugins/auth/ui/reset-password.js'
import '../../../src/plugins/auth/ui/send-mail.js'
import '../../../src/plugins/auth/ui/verification.js'

const pages = makePlugin('pages', {
  contributes: {
    routes: [
      { path: '/fretboard', title: 'Neck', screen: 'Neck', auth: true },
      { path: '/songs/:id', title: 'Song', screen: 'Song', auth: true },
    ],
  },
})

/** Origin outside the demo domain, so that no demo email is fetched. */
export const ORIGIN = 'https://studio.example'

interface Opening {
  readonly answering?: Answering | undefined
  readonly providers?: TenantCard['providers']
  readonly cookies?: Record<string, string>
  readonly origin?: string
}

export const GOOGLE: TenantCard['providers'] = [
  { id: 'google', clientId: 'c', authorizeUrl: 'https://accounts.example/auth' },
]

/** `bodies` finds server calls by path suffix, such as `register` or `forgot`. */
export async function openScreen(
  address: string,
  { answering = goodServer(), providers = [], cookies = {}, origin = ORIGIN }: Opening = {},
) {
  setPageAddress(`${origin}${address}`)
  sessionStorage.clear()
  const { transport, sent } = fakeTransport(answering)
  const platform = memoryPlatform({ cookies })
  const kernel = await createTestKernel({ plugins: [auth, pages], platform, transport })
  onTestFinished(() => kernel.dispose())
  if (providers.length > 0) await kernel.tenant.learn(async () => ({ ...kernel.tenant.current, providers }))
  const { router } = renderRoutes(kernel, auth, address)
  const path = () => {
    const { pathname, search, hash } = router.state.location
    return pathname + search + hash
  }
  const user = userEvent.setup()
  const click = (name: string | RegExp) => user.click(screen.getByRole('button', { name }))
  const type = async (label: string, text: string) => {
    const field = screen.getByLabelText(label, { selector: 'input' })
    await user.clear(field)
    await user.click(field)
    await user.paste(text)
  }
  const bodies = (call: string) => sent.filter(({ url }) => url.endsWith(call)).map(({ body }) => body)
  return { kernel, platform, sent, bodies, path, user, click, type, router }
}

export const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })

/** This tab's pending login, as stored. */
export const NOTED = {
  ...{ provider: 'google', state: 'the-state', nonce: 'a-nonce-that-is-long-enough' },
  ...{ codeVerifier: 'v'.repeat(43), redirectUri: `${ORIGIN}/login`, returnTo: '/songs/7' },
}

/** Opens the login page after the provider's redirect, by default with a pending login in this tab. */
export async function comeBack(
  query: string,
  { noted = NOTED, ...opening }: Opening & { noted?: object } = {},
) {
  const opened = openScreen(`/login?${query}`, { providers: GOOGLE, ...opening })
  // `openScreen` clears the tab storage, and the screen reads it later.
  sessionStorage.setItem('fretworkSignIn', JSON.stringify(noted))
  return opened
}
