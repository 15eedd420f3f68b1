/** The only script in the sandbox's frame. Plugin code runs in the worker that it starts. */

/**
 * Globals that are removed. A CSP can't block nested workers, which would be unsupervised. The CSP blocks the
 * network anyway: without the globals, plugins get an error that names what to use instead.
 */
const CLOSED = ['Worker', 'SharedWorker', 'fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource']

addEventListener('message', ({ data, source, ports: [port] }) => {
  if (source === parent && typeof data?.worker === 'string' && port) startWorker(data.worker, port)
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
      error => ports[0].postMessage({ say: 'unloadable', args: [String(error)] }),
    )
  }`
  const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })))
  worker.postMessage('port', [port])
}
