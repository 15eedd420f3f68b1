/** The only script in the sandbox's frame. Starts the worker in which plugin code runs. */

/**
 * Globals to remove. A CSP can't block nested workers, which would run unsupervised. The CSP already blocks
 * the network, but errors about missing globals tell plugin authors what to use instead.
 */
const CLOSED = ['Worker', 'SharedWorker', 'fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource']

addEventListener('message', ({ data, source, ports: [port] }) => {
  if (source === parent && typeof data?.worker === 'string' && port) startWorker(data.worker, port)
})

/**
 * Starts a classic worker from a blob URL. The opaque origin can't start a module worker from a blob in
 * Chromium.
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
