import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { isSwitchedOff, type PluginState } from '../kernel/plugin-state.js'
import { FretworkError } from '../platform/fretwork-error.js'
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

  if (off) return <Unavailable plugin={plugin} />
  if (!loaded) return loading
  if ('error' in loaded) return <Failed error={loaded.error} retry={retry} />
  if (status === 'failed' || status === 'blocked') return <Failed error={stateError(state)} retry={retry} />
  if (status !== 'active') return loading
  const Screen = loaded.screen
  return (
    <ScreenBoundary key={attempt} renderError={error => <Failed error={error} retry={retry} />}>
      <PluginProvider plugin={plugin}>
        <Screen />
      </PluginProvider>
    </ScreenBoundary>
  )
}

function stateError(state: PluginState | undefined): FretworkError {
  return new FretworkError(state?.code ?? 'plugin_unavailable', state?.reason ?? 'It could not start again.')
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
