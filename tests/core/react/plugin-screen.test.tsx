import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, StrictMode, useEffect } from 'react'
import { expect, it, vi } from 'vitest'
import { type PluginManifest, type PluginRuntime, provideFactory } from '../../../src/core/kernel/plugin.js'
import { createToken } from '../../../src/core/platform/token.js'
import { useCommand } from '../../../src/core/react/hooks/use-command.js'
import {
  KernelProvider,
  type ScreenFrames,
  useOptionalService,
  useService,
  useText,
} from '../../../src/core/react/kernel-context.js'
import { PluginScreen } from '../../../src/core/react/plugin-screen.js'
import { expectNoLeaks, type TestKernel } from '../../../src/core/testing/test-kernel.js'
import { kernelWith, makePlugin } from '../kernel/make-plugin.js'

interface Counted {
  readonly turn: number
}

const MIDI = createToken<Counted>('screen.midi')

const FRAMES: ScreenFrames = {
  Loading: () => <p>Loading</p>,
  Failed: ({ error, retry }) => (
    <div role="alert">
      <Words />
      {String(error)}
      <button type="button" onClick={retry}>
        Again
      </button>
    </div>
  ),
  Unavailable: ({ plugin }) => <p>No {plugin} here</p>,
}

function Words() {
  const { t } = useText()
  return <span>{t('It failed')}</span>
}

function show(kernel: TestKernel, content: ReactNode = <PluginScreen plugin="neck" screen="Neck" />) {
  return render(
    <StrictMode>
      <KernelProvider kernel={kernel} frames={FRAMES}>
        {content}
        <p>The rest</p>
      </KernelProvider>
    </StrictMode>,
  )
}

const withScreen = (Screen: () => ReactNode, rest: PluginRuntime = {}): PluginRuntime => ({
  ...rest,
  screens: { Neck: async () => ({ default: Screen }) },
})

const neckWith = (Screen: () => ReactNode, manifest: Partial<PluginManifest> = {}) =>
  makePlugin('neck', manifest, withScreen(Screen))

const midi = () => {
  let turn = 0
  const providers = [provideFactory(MIDI, () => ({ turn: ++turn }))]
  return makePlugin('midi', { provides: [MIDI] }, { providers })
}

it('a screen shows a placeholder while its plugin is activated', async () => {
  const neck = neckWith(() => <p>Six strings</p>, { activateOn: ['route:/fretboard'] })
  const kernel = await kernelWith([neck])
  show(kernel)
  expect(screen.getByText('Loading')).toBeTruthy()
  expect(await screen.findByText('Six strings')).toBeTruthy()
  // StrictMode runs effects twice, but the plugin must be loaded only once.
  expect(neck.loads()).toBe(1)
  expectNoLeaks(kernel)
})

it.each<[string, (isWell: () => boolean) => PluginRuntime]>([
  [
    'its code fails to load',
    isWell => ({
      screens: {
        Neck: async () => {
          if (!isWell()) throw new Error('A string broke')
          return { default: () => <p>Six strings</p> }
        },
      },
    }),
  ],
  [
    'its plugin fails to start',
    isWell =>
      withScreen(() => <p>Six strings</p>, {
        activate: () => (isWell() ? undefined : Promise.reject(new Error('A string broke'))),
      }),
  ],
])('the screen shows the reason and a retry button if %s', async (_what, runtimeOf) => {
  let well = false
  show(
    await kernelWith([
      makePlugin(
        'neck',
        {},
        runtimeOf(() => well),
      ),
    ]),
  )
  expect((await screen.findByRole('alert')).textContent).toContain('A string broke')
  expect(screen.getByText('The rest')).toBeTruthy()
  well = true
  await userEvent.click(screen.getByRole('button', { name: 'Again' }))
  expect(await screen.findByText('Six strings')).toBeTruthy()
})

it('a rendering error stays within its screen and is shown in the app’s language', async () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let broken = true
  const neck = neckWith(() => {
    if (broken) throw new Error('No strings')
    return <p>Six strings</p>
  })
  const kernel = await kernelWith([neck])
  kernel.translator.addLocales('app', { de: async () => ({ default: { 'It failed': 'Es ging nicht' } }) })
  await kernel.translator.setLanguage('de')
  show(kernel)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('No strings')
  expect(alert.textContent).toContain('Es ging nicht')
  expect(screen.getByText('The rest')).toBeTruthy()
  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Again' }))
  expect(await screen.findByText('Six strings')).toBeTruthy()
  complaints.mockRestore()
})

it('a screen gets the new service instance when a required plugin restarts', async () => {
  const neck = neckWith(() => <p>Service {useService(MIDI).turn}</p>, { requires: [MIDI] })
  const kernel = await kernelWith([midi(), neck])
  show(kernel)
  await screen.findByText('Service 1')
  await act(() => kernel.host.disable('midi'))
  expect(screen.getByText('No neck here')).toBeTruthy()
  await act(() => kernel.host.enable('midi'))
  expect(await screen.findByText('Service 2')).toBeTruthy()
})

it('a screen returns when its plugin restarts because of an optional service', async () => {
  const Neck = () => <p>{useOptionalService(MIDI) ? 'With MIDI' : 'Without MIDI'}</p>
  const kernel = await kernelWith([midi(), neckWith(Neck, { optional: [MIDI] })])
  show(kernel)
  await screen.findByText('With MIDI')
  await act(() => kernel.host.disable('midi'))
  expect(await screen.findByText('Without MIDI')).toBeTruthy()
  await act(() => kernel.host.enable('midi'))
  expect(await screen.findByText('With MIDI')).toBeTruthy()
})

it('a screen follows a lazy service without being restarted', async () => {
  const mounted = vi.fn()
  const Neck = () => {
    useEffect(mounted, [])
    return <p>{useOptionalService(MIDI) ? 'With MIDI' : 'Without MIDI'}</p>
  }
  const kernel = await kernelWith([midi(), neckWith(Neck, { lazy: [MIDI] })])
  show(kernel)
  await screen.findByText('With MIDI')
  const times = mounted.mock.calls.length
  await act(() => kernel.host.disable('midi'))
  expect(screen.getByText('Without MIDI')).toBeTruthy()
  await act(() => kernel.host.enable('midi'))
  expect(screen.getByText('With MIDI')).toBeTruthy()
  expect(mounted).toHaveBeenCalledTimes(times)
})

it('a screen cannot use a service that its manifest does not declare', async () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const kernel = await kernelWith([midi(), neckWith(() => <p>{useService(MIDI).turn}</p>)])
  show(kernel)
  expect((await screen.findByRole('alert')).textContent).toContain('"neck" uses "screen.midi"')
  complaints.mockRestore()
})

it('useCommand follows a command’s title and availability and runs it', async () => {
  const ran: unknown[] = []
  const kernel = await kernelWith([
    makePlugin(
      'neck',
      {
        contributes: { commands: [{ id: 'neck.tune', title: 'Tune', keys: ['x'], when: 'loggedIn' }] },
        locales: { de: async () => ({ default: { Tune: 'Stimmen' } }) },
      },
      { commands: { 'neck.tune': () => ran.push('tuned') } },
    ),
  ])
  const Button = () => {
    const command = useCommand('neck.tune')
    return (
      <button type="button" disabled={!command.enabled} onClick={() => command.run()}>
        {command.title}
      </button>
    )
  }
  show(kernel, <Button />)
  expect(screen.getByRole('button', { name: 'Tune' })).toHaveProperty('disabled', true)
  await act(async () => {
    kernel.commands.setContext('loggedIn', true)
    await kernel.translator.setLanguage('de')
  })
  const button = screen.getByRole('button', { name: 'Stimmen' })
  expect(button).toHaveProperty('disabled', false)
  await userEvent.click(button)
  await vi.waitFor(() => expect(ran).toEqual(['tuned']))
  await act(() => kernel.host.disable('neck'))
  expect(screen.getByRole('button', { name: 'neck.tune' })).toHaveProperty('disabled', true)
})
