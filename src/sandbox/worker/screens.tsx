import { type ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import type { PluginContext } from '../../core/kernel/plugin.js'
import type { Kernel } from '../../core/kernel/tokens.js'
import { KernelProvider, PluginProvider } from '../../core/react/kernel-context.js'
import { openRemoteRoot } from '../dom/remote-root.js'
import { document } from './document.js'
import type { StandIns } from './stand-ins.js'

interface ScreenOf {
  readonly plugin: string
  readonly context: PluginContext
  readonly standIns: StandIns
}

export type OpenScreens = ReturnType<typeof openScreens>

export function openScreens() {
  const open = new Map<number, () => void>()
  return {
    show(key: number, Screen: ComponentType, port: MessagePort, { plugin, context, standIns }: ScreenOf) {
      const remote = openRemoteRoot(document, (ops, transfer) => port.postMessage(ops, transfer))
      port.onmessage = ({ data }) => remote.receive(data)
      const root = createRoot(remote.element)
      root.render(
        <KernelProvider kernel={kernelFor(context, standIns)}>
          <PluginProvider plugin={plugin}>
            <Screen />
          </PluginProvider>
        </KernelProvider>,
      )
      open.set(key, () => {
        root.unmount()
        remote.dispose()
        port.close()
      })
    },
    close(key: number) {
      open.get(key)?.()
      open.delete(key)
    },
  }
}

function kernelFor(context: PluginContext, standIns: StandIns): Kernel {
  const translator = {
    spoken: standIns.words,
    t: (_: string, sentence: string, values?: never) => standIns.t(sentence, values),
  }
  const { get, find } = context
  return { translator, host: { activeContext: () => context }, get, find, standIns } as unknown as Kernel
}
