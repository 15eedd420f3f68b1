import {
  type ComponentType,
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { useStore as useZustandStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { navigationOf, type Owned, usablePlugins } from '../kernel/contributions.js'
import type { NavigationContribution, PluginManifest } from '../kernel/plugin.js'
import type { Kernel } from '../kernel/tokens.js'
import type { ReadonlyStore } from '../platform/store.js'
import type { Token } from '../platform/token.js'

export interface ScreenFrames {
  readonly Loading: ComponentType
  readonly Failed: ComponentType<{ error: unknown; retry: () => void }>
  /** `needs`: disabled plugin whose service the screen asked for; `retry`: called once it is enabled. */
  readonly Unavailable: ComponentType<{ plugin: string; needs?: string; retry?: () => void }>
}

const KernelContext = createContext<{ kernel: Kernel; frames: ScreenFrames } | undefined>(undefined)
const PluginContext = createContext<string | undefined>(undefined)

const PLAIN_FRAMES: ScreenFrames = {
  Loading: () => <div role="status" />,
  Failed: ({ error }) => <div role="alert">{String(error)}</div>,
  Unavailable: () => <div />,
}

export function KernelProvider(props: { kernel: Kernel; frames?: ScreenFrames; children: ReactNode }) {
  const { kernel, frames = PLAIN_FRAMES, children } = props
  return <KernelContext.Provider value={{ kernel, frames }}>{children}</KernelContext.Provider>
}

export function PluginProvider({ plugin, children }: { plugin: string; children: ReactNode }) {
  return <PluginContext.Provider value={plugin}>{children}</PluginContext.Provider>
}

export function useKernel(): Kernel {
  return useKernelContext().kernel
}

export function useFrames(): ScreenFrames {
  return useKernelContext().frames
}

/** Returns the ID of the screen's plugin, or undefined in the app's own screens. */
export function usePluginId(): string | undefined {
  return useContext(PluginContext)
}

/**
 * Returns a service by its token. A plugin's screen can only use services declared in its manifest.
 * @throws FretworkError `token_undeclared`, `service_unavailable`
 */
export function useService<T>(token: Token<T>): T {
  const kernel = useKernel()
  const plugin = usePluginId()
  return plugin === undefined ? kernel.get(token) : kernel.host.activeContext(plugin).get(token)
}

/** Returns an optional service; `undefined` while no plugin provides it. */
export function useOptionalService<T>(token: Token<T>): T | undefined {
  const kernel = useKernel()
  const plugin = usePluginId()
  return useStore(kernel.host.states, () =>
    plugin === undefined ? kernel.find(token) : kernel.host.activeContext(plugin).find(token),
  )
}

function useKernelContext() {
  const context = useContext(KernelContext)
  if (!context) throw new Error('This component is outside a KernelProvider; wrap it in one.')
  return context
}

export function useUsablePlugins(): readonly PluginManifest[] {
  const { host } = useKernel()
  return useStore(
    host.states,
    useShallow(() => usablePlugins(host)),
  )
}

export function useNavigation(): readonly Owned<NavigationContribution>[] {
  const { commands } = useKernel()
  const plugins = useUsablePlugins()
  const all = useMemo(() => navigationOf(plugins), [plugins])
  return useStore(
    commands.conditions,
    useShallow(() => all.filter(({ when }) => !when || commands.holds(when))),
  )
}

/** Subscribes to a store; re-renders the component when the selected value changes. */
export function useStore<T>(store: ReadonlyStore<T>): T
export function useStore<T, S>(store: ReadonlyStore<T>, select: (state: T) => S): S
export function useStore<T>(
  store: ReadonlyStore<T>,
  select: (state: T) => unknown = state => state,
): unknown {
  return useZustandStore(store, select)
}

/**
 * Like `useStore`, but re-renders at low priority, after the rest of the page.
 * @param select a constant or memoized function
 */
export function useStoreLater<T, S>(store: ReadonlyStore<T>, select: (state: T) => S): S {
  const [shown, setShown] = useState(() => select(store.getState()))
  useEffect(() => {
    const update = () => startTransition(() => setShown(() => select(store.getState())))
    update()
    return store.subscribe(update)
  }, [store, select])
  return shown
}

export type TextValues = Readonly<Record<string, string | number>>

export interface Text {
  /** Translates one of this plugin's messages. */
  t(sentence: string, values?: TextValues): string
  /** Translates a message from a table or manifest in the plugin `source`. */
  tm(source: string, sentence: string, values?: TextValues): string
  /** BCP 47 language tag. */
  readonly language: string
  /** Language with the user's region for dates and numbers: `en-GB`. */
  readonly locale: string
}

/** Returns the user's language and functions that translate the plugin's messages. */
export function useText(): Text {
  const { translator } = useKernel()
  const namespace = usePluginId() ?? 'app'
  const spoken = useStore(translator.spoken)
  return useMemo(
    () => ({
      t: (sentence, values) => translator.t(namespace, sentence, values),
      tm: (source, sentence, values) => translator.t(source, sentence, values),
      ...spoken,
    }),
    [namespace, spoken, translator],
  )
}
