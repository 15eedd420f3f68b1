/** Plugins from elsewhere wait for the first log-in: the page before it does without all that belongs to them. */
import type { Kernel } from '../../core/kernel/host/kernel.js'
import { ARRIVING } from './arriving.js'

export function bringExternalPlugins(kernel: Kernel): void {
  const { auth, commands, log } = kernel
  const look = async () => {
    if (auth.state.getState().status !== 'loggedIn') return
    stop()
    commands.setContext(ARRIVING, true)
    try {
      const { followExternalPlugins } = await import('./external-plugins.js')
      followExternalPlugins(kernel, location.origin)
    } catch (error) {
      commands.setContext(ARRIVING, undefined)
      // The next page has them again.
      log.warn('External plugins cannot be loaded', error)
    }
  }
  const stop = auth.state.subscribe(() => void look())
  void look()
}
