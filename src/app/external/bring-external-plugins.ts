/** External plugins are loaded after the first log-in, so that the log-in page stays light. */
import type { Kernel } from '../../core/kernel/host/kernel.js'

/** True while external plugins are loading: until then an unknown address may still get a route. */
export const ARRIVING = 'pluginsArriving'

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
      // The next page load tries again.
      log.warn('External plugins cannot be loaded', error)
    }
  }
  const stop = auth.state.subscribe(() => void look())
  void look()
}
