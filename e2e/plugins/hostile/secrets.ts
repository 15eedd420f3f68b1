// Plugins that look for the session, storage, other plugins and the page.
import type { HostilePlugin } from './hostile-plugin.js'

/**
 * Returns code that bypasses the SDK: it captures the port from the worker’s first message, and `ask` and
 * `say` send unchecked messages.
 */
export const forged = (code: string): string => `
      const native = MessagePort.prototype.postMessage
      const port = await new Promise(resolve => {
        MessagePort.prototype.postMessage = function (...given) {
          MessagePort.prototype.postMessage = native
          resolve(this)
          return native.apply(this, given)
        }
        log('on the port')
      })
      let asked = 1e6
      const answers = new Map()
      const before = port.onmessage
      port.onmessage = event => {
        const wait = answers.get(event.data?.answer)
        if (!wait) return before.call(port, event)
        event.data.failure ? wait.reject(new Error(event.data.failure.code)) : wait.resolve(event.data.value)
      }
      const send = message => port.postMessage(message, [])
      const ask = (name, ...args) => new Promise((resolve, reject) => {
        answers.set(++asked, { resolve, reject })
        send({ call: asked, name, args })
      })
      const say = (name, ...args) => send({ say: name, args })
      ${code}
      await ask('ping-of-plugin').catch(() => {})`

export const SECRETS: readonly HostilePlugin[] = [
  {
    name: 'storage',
    tries: 'reads cookies and all storage of the origin',
    attack: `
      await tried('cookie', () => globalThis.document?.cookie)
      await tried('cookieStore', async () => (await globalThis.cookieStore.getAll()).length)
      await tried('localStorage', () => globalThis.localStorage && 'there')
      await tried('sessionStorage', () => globalThis.sessionStorage && 'there')
      await tried('indexedDB', async () => (await indexedDB.databases(), 'open'))
      await tried('indexedDB.open', () => new Promise((resolve, reject) => {
        const asked = indexedDB.open('x')
        asked.onsuccess = () => resolve('open')
        asked.onerror = reject
      }))
      await tried('caches', async () => (await caches.keys(), 'open'))
      await tried('files', async () => (await navigator.storage.getDirectory()).name + 'root')
      await tried('locks', async () => (await navigator.locks.query()).held && 'locks')`,
  },
  {
    name: 'page',
    tries: 'reaches the page through globals, its origin and channels',
    attack: `
      if (self.origin !== 'null') got('origin ' + self.origin)
      for (const name of ['parent', 'top', 'opener', 'frames', 'Worker', 'SharedWorker', 'fakeWebMidi', 'requestMIDIAccess'])
        if (globalThis[name]) got('global ' + name)
      for (const name of ['serviceWorker', 'requestMIDIAccess', 'credentials', 'clipboard', 'gpu', 'serial', 'hid'])
        await tried('navigator.' + name, () => navigator[name])
      await tried('broadcast', () => new Promise(resolve => {
        const names = ['fretwork', 'session', 'sync', 'auth', 'workbox']
        for (const name of names) new BroadcastChannel(name).onmessage = ({ data }) => resolve(JSON.stringify(data))
        setTimeout(resolve, 300)
      }))`,
  },
  {
    name: 'services',
    tries: 'calls services and members that are not offered',
    attack: forged(`
      for (const member of ['api.call', 'storage.get', 'plugins.manifests', 'session.openSong', 'page.fetch', 'midi.panic', 'network.fetch',
        'songs.play', 'midi.send', 'page.copy', 'account.state', '__proto__.x', 'constructor'])
        await tried('use ' + member, async () => (await ask('use', member, []), 'used'))
      for (const name of ['auth.changed', 'midi', 'store account', 'settings'])
        await ask('listen', name).catch(() => {})
      if (context.account.user()) got('the name of the user')
      if (context.songs.current()) got('the open song')`),
  },
  {
    name: 'closures',
    tries: 'looks for the token in all reachable objects and replaces built-in functions to see more',
    attack: `
      const seen = new Set()
      const search = (value, path, depth) => {
        if (depth > 9 || seen.size > 20000) return
        if (typeof value === 'string' && /^eyJ|"jwt"|refreshToken/.test(value)) got(path + ' ' + value)
        if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return
        seen.add(value)
        for (const key of Reflect.ownKeys(value)) {
          if (/jwt|refreshToken|password/i.test(String(key))) got('key ' + path + '.' + String(key))
          try { search(value[key], path + '.' + String(key), depth + 1) } catch {}
        }
        search(Object.getPrototypeOf(value), path + '.^', depth + 1)
      }
      const { set } = Map.prototype
      Map.prototype.set = function (key, value) { search(value, 'set', 0); search(this, 'map', 0); return set.call(this, key, value) }
      const { postMessage } = MessagePort.prototype
      MessagePort.prototype.postMessage = function (...given) { search(this, 'port', 0); return postMessage.apply(this, given) }
      search(context, 'context', 0)
      await storage.get('mine').catch(() => {})
      await new Promise(resolve => setTimeout(resolve, 100))
      Map.prototype.set = set
      MessagePort.prototype.postMessage = postMessage`,
  },
  {
    name: 'packages-of-others',
    tries: 'imports scripts of the app and of other packages',
    attack: `
      for (const address of ['/index.html', '/external/x/drone.js', '/account/api/v1/plugins/', '/presence/api/v1/auth/user',
        '/apart/../account/api/v1/plugins/', '/apart/plugin/..%2f..%2fopenapi.json', '/apart/plugin/' + '0'.repeat(64) + '/drone.js'])
        await tried('import ' + address, async () => Object.keys(await import(new URL(address, import.meta.url).href)).length + ' names')
      await tried('own source of the page', async () => (await fetch(new URL('/', import.meta.url))).status)`,
  },
]
