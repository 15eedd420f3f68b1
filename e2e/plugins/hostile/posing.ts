// Plugins that pretend, take the focus or the keys, forge the protocol, or break what others use.
import type { HostilePlugin } from './hostile-plugin.js'
import { forged } from './secrets.js'

export const POSING: readonly HostilePlugin[] = [
  {
    name: 'password',
    tries: 'asks for the password on a screen that looks like the log-in',
    shown: true,
    refused: /attribute “type” of “input”/,
    screen: `return h('form', null, h('h1', null, 'Log in'), h('input', { type: 'password', name: 'password' }))`,
  },
  {
    name: 'autofill',
    tries: 'lets the browser fill in what it knows of its user',
    shown: true,
    refused: /attribute “autocomplete”/,
    screen: `return h('input', { autoComplete: 'cc-number', style: { opacity: 0 } })`,
  },
  {
    name: 'focus',
    tries: 'takes the focus at intervals, to get the keys meant for the page',
    shown: true,
    screen: `
      const field = useRef(null)
      useEffect(() => {
        const timer = setInterval(() => { field.current?.focus(); field.current?.select?.() }, 10)
        return () => clearInterval(timer)
      }, [])
      return h('input', { ref: field, 'aria-label': 'Trap', autoFocus: true, onKeyDown: event => console.warn('GOT key ' + event.key) })`,
  },
  {
    name: 'keys',
    tries: 'listens to keys on everything that it can reach',
    shown: true,
    screen: `
      useEffect(() => {
        for (const target of [globalThis, document, document.body])
          for (const type of ['keydown', 'keyup', 'keypress', 'input'])
            try { target.addEventListener(type, event => console.warn('GOT key ' + event.key), true) } catch {}
      }, [])
      return h('p', null, 'shown')`,
  },
  {
    name: 'cover',
    tries: 'lays itself over the page',
    shown: true,
    screen: `
      return h('div', { popover: undefined, style: { position: 'fixed', inset: '-9999px', zIndex: 2147483647, width: '99999px', height: '99999999px', background: 'red' } }, 'Your session has ended.')`,
  },
  {
    name: 'height',
    tries: 'grows with the height that it gets',
    shown: true,
    screen: `return h('div', { style: { height: 'calc(100vh + 500px)' } }, 'shown')`,
  },
  {
    name: 'app-notice',
    tries: 'speaks for the app in a notice',
    attack: `get(sdk.NOTICES).post({ kind: 'error', source: 'core', plugin: 'Fretwork', title: 'Fretwork', code: 'x', message: 'Session ended: {{plugin}} $t(Log in)', values: { plugin: 'Fretwork', sentence: 'x' }, action: { title: 'Log in', command: 'account.log-out' } })`,
  },
  {
    name: 'reserved-commands',
    tries: 'brings a command of the core',
    stopped: 'manifest_invalid',
    manifest: { contributes: { commands: [{ id: 'core.log-in', title: 'Log in' }] } },
    attack: `got('started')`,
  },
  {
    name: 'taken-route',
    tries: 'takes the place of the log-in',
    stopped: 'route_twice',
    manifest: { contributes: { routes: [{ path: '/login', title: 'Log in', screen: 'Screen' }] } },
    attack: `got('started')`,
  },
  {
    name: 'commands-of-others',
    tries: 'runs commands of others, and its own as theirs',
    attack: forged(`
      for (const id of ['account.log-out', 'core.reset-settings', 'fretboard.select-all', 'workshop.open', 'admin.open', 'hostile', 'hostile/../account.log-out', '__proto__'])
        for (const name of ['command.run', 'command.execute'])
          await tried(name + ' ' + id, async () => (await ask(name, id, {}), 'ran'))`),
  },
  {
    name: 'conditions',
    tries: 'sets conditions of the app and emits events of others',
    attack: forged(`
      for (const key of ['admin', 'loggedIn', 'route', 'plugins.arriving', '__proto__', 'constructor.prototype', 'hostile'])
        await tried('condition ' + key, async () => (await ask('command.context', key, true), 'set'))
      for (const event of ['auth.changed', 'midi-io.event', 'core.notice', 'core.notice-withdrawn', 'settings.changed', 'hostile'])
        await tried('emit ' + event, async () => (await ask('event.emit', event, { at: 0 }), 'emitted'))`),
  },
  {
    name: 'points-of-others',
    tries: 'adds to extension points that take code or need a permission, and shows screens of others',
    attack: forged(`
      for (const point of ['midi-io.sources', 'midi-io.filters', 'midi-io.outputs', 'core.palette-providers', 'core.palette', 'social.people-parts', 'sync.parts', '__proto__'])
        await tried('extend ' + point, async () => (await ask('extend', point, Math.random(), { id: 'x', calls: { transform: true, search: true } }, {}), 'added'))
      await ask('extend', 'fretboard.panels', 7, { id: 'hostile.panel', plugin: 'account', screen: '__proto__' }, {}).catch(() => {})`),
  },
  {
    name: 'pollution',
    tries: 'brings a prototype along, in messages of every kind',
    // With what is not a message, at the end.
    stopped: 'apart_not_data',
    manifest: {
      contributes: {
        settings: [
          {
            ...{ id: 'Hostile', title: 'Hostile', version: '1', defaults: { goal: 1 } },
            schema: { type: 'object', properties: { goal: { type: 'integer' } } },
          },
        ],
      },
    },
    attack: forged(`
      const bad = () => JSON.parse('{ "__proto__": { "polluted": true }, "constructor": { "prototype": { "polluted": true } }, "goal": 2 }')
      const nested = JSON.parse('{ "message": "x", "values": { "__proto__": "y", "constructor": "z" } }')
      say('notice', nested)
      say('notice', bad())
      for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
        await tried('handler ' + name, async () => (await ask(name, bad()), 'ran'))
        say(name, bad())
        say('item.store', 0, name, bad())
      }
      await ask('settings.change', 'Hostile', bad()).catch(() => {})
      await ask('extend', 'fretboard.layers', 3, { id: 'hostile.layer', ...bad() }, bad()).catch(() => {})
      // It waits for the end of the activation.
      ask('command.run', 'hostile.answer', bad()).catch(() => {})
      await ask('event.emit', 'hostile.x', bad()).catch(() => {})
      send(bad()); send(null); send(7); send([]); send({ say: {}, args: [] }); send({ call: NaN, name: 'notice', args: 'x' }); send({ answer: -1, failure: bad() })`),
  },
  {
    name: 'strange-marks',
    tries: 'breaks the neck by the marks of a layer',
    attack: forged(`
      const good = [{ string: 1, fret: 1, look: 'pin' }]
      let number = 0
      for (const marks of [null, 'x', 7, {}, [null], [{ string: NaN, fret: 1e999, look: 'pin' }], [{ string: 1, fret: 1, look: '__proto__' }],
        [{ string: 1, fret: 1, look: 'pin', label: { length: 1 } }], [{ string: 1, fret: 1, look: 'pin', label: 'x'.repeat(1e5) }],
        Array.from({ length: 1e5 }, () => good[0])]) {
        await tried('marks ' + number, async () => (await ask('extend', 'fretboard.layers', ++number, { id: 'hostile.' + number }, { marks }), 'added'))
        await ask('extend', 'fretboard.layers', ++number, { id: 'hostile.' + number, order: NaN }, { marks: good }).catch(() => {})
        say('item.store', number, 'marks', marks)
      }`),
  },
  {
    name: 'accessors',
    tries: 'adds items with getters, proxies and functions, to run in the page',
    attack: `
      const trap = new Proxy({ id: 'hostile.trap' }, { get: (target, name) => (name === 'marks' ? sdk.createStore([]) : target[name]) })
      for (const item of [trap, { id: 'hostile.getter', get marks() { return sdk.createStore([]) } }, { id: 'hostile.function', marks: { getState: () => [], subscribe: () => () => {} }, toString: () => 'x' }])
        try { extend(NECK_LAYERS, item) } catch {}`,
  },
]
