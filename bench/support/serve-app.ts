import { DEMO, freePort } from '../../e2e/support/product.js'
import { makeStateFolder } from '../../e2e/support/state-folder.js'
import { readConfig } from '../../server/config.js'
import { startServer } from '../../server/start.js'

export interface Served {
  readonly url: string
  close(): Promise<void>
}

export async function serveApp(appFolder: string): Promise<Served> {
  const state = makeStateFolder()
  const config = readConfig({
    FRETWORK_HOME: state.home,
    FRETWORK_DEMO_PASSWORD: DEMO.password,
    PORT: String(await freePort()),
  })
  const server = await startServer({ config, appFolder })
  const close = () => server.close().finally(() => state.remove())
  return { url: server.address, close }
}
