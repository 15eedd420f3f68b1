// Plugins that imitate the app, steal focus or keystrokes, forge protocol messages, or modify shared objects.
import type { HostilePlugin } from './hostile-plugin.js'
import { forged } from './secrets.js'

export const POSING: readonly HostilePlugin[] = [
  {
    name: 'password',
    tries: 'asks for the password on a screen that looks like the login',
    shown: true,
    refused: /attribute “type” of “input”/,
    screen: `return h('form', null, h('h1', null, 'Log in'), h('input', { type: 'password', name: 'password' }))`,
  },
  {
    name: 'focus',
    tries: 'takes the focus at intervals to receive keys meant for the page',
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
    tries: 'listens for keys on all reachable objects',
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
    tries: 'covers the page',
    shown: true,
    screen: `
      return h('div', { popover: undefined, style: { position: 'fixed', inset: '-9999px', zIndex: 2147483647, width: '99999px', height: '99999999px', background: 'red' } }, 'Your session has ended.')`,
  },
  {
    name: 'pollution',
    tries: 'sends polluted prototypes in messages of every kind',
    // The last value sent cannot be cloned.
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
      // The command runs only after the activation has ended.
      ask('command.run', 'hostile.answer', bad()).catch(() => {})
      await ask('event.emit', 'hostile.x', bad()).catch(() => {})
      send(bad()); send(null); send(7); send([]); send({ say: {}, args: [] }); send({ call: NaN, name: 'notice', args: 'x' }); send({ answer: -1, failure: bad() })`),
  },
  {
    name: 'strange-marks',
    tries: 'breaks the neck with invalid marks of a layer',
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
]
