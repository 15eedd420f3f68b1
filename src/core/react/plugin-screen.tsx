import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { isSwitchedOff } from '../kernel/plugin-state.js'
import { codeOf, FretworkError } from '../platform/fretwork-error.js'
import type { SentenceError } from '../platform/phrases.js'
import { PluginProvider, useFrames, useKernel, useStore } from './kernel-context.js'

interface ScreenProps {
  readonly plugin: string
  readonly screen: string
  readonly part?: boolean
}

export function PluginScreen({ plugin, screen, part = false }: ScreenProps) {
  const { host } = useKernel()
  const { Loading: LoadingFrame, Failed, Unavailable } = useFrames()
  const loading = part ? null : <LoadingFrame />
  const state = useStore(host.states, states => states[plugin])
  // Another version of the plugin may have other screens.
  const manifest = useStore(host.states, () => host.manifests.find(({ id }) => id === plugin))
  const status = state?.status
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<{ screen: ComponentType } | { error: unknown } | undefined>()
  const off = status === undefined || status === 'not-for-this-host' || isSwitchedOff(state)
  const retry = () => {
    setLoaded(undefined)
    setAttempt(attempt + 1)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry or a new plugin version reloads the screen
  useEffect(() => {
    if (off) return
    let current = true
    host.loadScreen(plugin, screen).then(
      component => current && setLoaded({ screen: component as ComponentType }),
      error => current && setLoaded({ error }),
    )
    return () => {
      current = false
      setLoaded(undefined)
    }
  }, [host, plugin, screen, off, attempt, manifest])

  const failed = (error: unknown) => {
    if (codeOf(error) !== 'service_disabled') return <Failed error={error} retry={retry} />
    const { id } = (error as SentenceError).values
    return part ? null : <Unavailable plugin={plugin} needs={id as string} retry={retry} />
  }

  if (off) return <Unavailable plugin={plugin} />
  if (!loaded) return loading
  if ('error' in loaded) return failed(loaded.error)
  if (status === 'failed' || status === 'blocked')
    return <Failed error={new FretworkError(`${state?.code}`, `${state?.reason}`)} retry={retry} />
  if (status !== 'active') return loading
  const Screen = loaded.screen
  return (
    <ScreenBoundary key={attempt} renderError={failed}>
      <PluginProvider plugin={plugin}>
        <Screen />
      </PluginProvider>
    </ScreenBoundary>
  )
}

export class ScreenBoundary extends Component<
  { children: ReactNode; renderError: (error: unknown) => ReactNode },
  { failed: boolean; error?: unknown }
> {
  override state: { failed: boolean; error?: unknown } = { failed: false }

  static getDerivedStateFromError(error: unknown) {
    return { failed: true, error }
  }

  override render() {
    return this.state.failed ? this.props.renderError(this.state.error) : this.props.children
  }
}
