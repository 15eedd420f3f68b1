// Plugins that imitate the app, steal focus or keystrokes, forge protocol messages, or modify shared objects.
import type { HostilePlugin } from './hostile-plugin.js'
import { forged } from './secrets.js'

export const POSING: readonly HostilePlugin[] = [
  {
    name: 'keys',
    tries: 'listens for keys on all reachable objects',
    shown: true,
    attack: `
      for (const target of [globalThis, globalThis.document, globalThis.parent])
        for (const type of ['keydown', 'keyup', 'keypress', 'input'])
          try { target.addEventListener(type, event => got('key ' + event.key), true) } catch {}`,
    panel: `return { text: 'shown' }`,
  },
  {
    name: 'pollution',
    tries: 'sends polluted prototypes in messages of every kind',
    // The last value sent cannot be cloned.
    stopped: 'apart_not_data',
    manifest: { settings: { goal: { title: 'Goal', default: 1 } } },
    attack: forged(`
      const bad = () => JSON.parse('{ "__proto__": { "polluted": true }, "constructor": { "prototype": { "polluted": true } }, "goal": 2 }')
      const nested = JSON.parse('{ "message": "x", "values": { "__proto__": "y", "constructor": "z" } }')
      say('notice', 'info', nested)
      say('notice', bad(), bad())
      for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
        await tried('handler ' + name, async () => (await ask(name, bad()), 'ran'))
        say(name, bad())
        await ask('use', name, [bad()]).catch(() => {})
      }
      await ask('settings', bad()).catch(() => {})
      await ask('filter', 3, bad()).catch(() => {})
      await ask('format', 3, bad()).catch(() => {})
      say('panel', bad())
      // The command runs only after the setup has ended.
      ask('command', 'hostile.answer', bad()).catch(() => {})
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
        await tried('marks ' + ++number, async () => (await ask('marks', marks), 'added'))
        await ask('marks', good).catch(() => {})
      }`),
  },
]
