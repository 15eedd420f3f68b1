/** Opens the Plugins page in a test kernel. */
import userEvent from '@testing-library/user-event'
import workshop from '../../../src/plugins/workshop/index.js'
import { type KernelSetting, openKernel } from '../../support/open-kernel.js'
import { renderRoutes } from '../../support/render-routes.js'

export async function openPluginsPage({ plugins = [], ...setting }: KernelSetting = {}) {
  const { kernel, notices } = await openKernel({ plugins: [...plugins, workshop], ...setting })
  // Its code is many files, which a busy machine takes its time for.
  await kernel.host.loadScreen('workshop', 'PluginsPage')
  renderRoutes(kernel, workshop, '/plugins')
  return { kernel, notices, user: userEvent.setup() }
}
