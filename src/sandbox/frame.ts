/** The only script in a sandbox frame. Plugin code never runs here. */
import { showRemote } from './dom/remote-view.js'

/**
 * APIs removed because a CSP can't block them. Nested workers would be unsupervised, and the GPU is shared
 * with the page.
 */
const CLOSED = ['Worker', 'SharedWorker']

const BATCHES = 240

addEventListener('message', ({ data, source, ports }) => {
  if (source !== parent) return
  const [first, second] = ports
  if (typeof data?.worker === 'string' && first) startWorker(data.worker, first)
  else if (Array.isArray(data?.show) && first && second) show(data.show, first, second)
})

/**
 * Starts the worker from a blob URL, because the origin is opaque. It must be a classic worker, because
 * Chromium cannot start a module worker from a blob there.
 */
function startWorker(address: string, port: MessagePort): void {
  const code = `onmessage = ({ ports }) => {
    onmessage = null
    for (const name of ${JSON.stringify(CLOSED)}) delete globalThis[name]
    delete WorkerNavigator.prototype.gpu
    import(${JSON.stringify(address)}).then(
      ({ runPlugin }) => runPlugin(ports[0]),
      error => ports[0].postMessage({ say: 'failed', args: [String(error)] }),
    )
  }`
  const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })))
  worker.postMessage('port', [port])
}

function show(styles: readonly string[], worker: MessagePort, page: MessagePort): void {
  for (const href of styles)
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'stylesheet', href, crossOrigin: 'anonymous' }),
    )
  const root = document.createElement('main')
  document.body.append(root)
  const refuse = (reason: string) => {
    worker.onmessage = null
    worker.close()
    root.replaceChildren()
    page.postMessage({ refused: reason })
  }
  const view = showRemote(
    root,
    event => worker.postMessage(event),
    error => refuse(error.message),
    () => document.hasFocus(),
  )
  let count = 0
  setInterval(() => {
    count = 0
  }, 1000)
  worker.onmessage = ({ data }) => {
    if (++count > BATCHES) return refuse('it draws more often than the screen can refresh')
    view.apply(data)
  }
  new ResizeObserver(() => page.postMessage({ height: document.documentElement.offsetHeight })).observe(root)
  page.onmessage = ({ data }) => {
    if (data?.theme) applyTheme(data.theme)
  }
}

interface Theme {
  readonly scheme: string
  readonly direction: string
  readonly variables: Readonly<Record<string, string>>
}

function applyTheme({ scheme, direction, variables }: Theme): void {
  const { documentElement: root } = document
  root.setAttribute('data-mantine-color-scheme', scheme)
  root.style.colorScheme = scheme
  root.dir = direction
  for (const [name, value] of Object.entries(variables)) root.style.setProperty(name, value)
}
