// Plugins that run endlessly, flood the app with messages or exhaust memory.
import { type HostilePlugin, SAYS } from './hostile-plugin.js'
import { forged } from './secrets.js'

const SILENT = 'apart_unresponsive'
const TOO_MUCH = 'apart_too_much'

export const LOOPS: readonly HostilePlugin[] = [
  { name: 'loop', tries: 'never ends its setup', stopped: SILENT, attack: 'for (;;);' },
  {
    name: 'loop-in-event',
    tries: 'never ends a MIDI event listener',
    stopped: SILENT,
    allowed: ['midi-in'],
    attack: `midi.onNote(() => { for (;;); })`,
  },
  {
    ...{ name: 'loop-in-panel', tries: 'never ends drawing its panel', stopped: SILENT, shown: true },
    panel: `log('${SAYS.draws}'); for (;;);`,
  },
  {
    name: 'panel-flood',
    tries: 'changes its panel with every turn of the event loop',
    shown: true,
    panel: `
      globalThis.turns = (globalThis.turns ?? 0) + 1
      setTimeout(() => context.panel.redraw())
      return { title: 'Turn ' + globalThis.turns }`,
  },
  {
    name: 'panel-size',
    tries: 'draws a panel with a hundred thousand rows',
    shown: true,
    refused: /passed an invalid value for panel\.show/,
    panel: `return { rows: Array.from({ length: 1e5 }, (_, n) => ({ label: 'row ' + n, value: n })) }`,
  },
  {
    name: 'sleep',
    tries: 'sleeps forever',
    stopped: SILENT,
    attack: `
      const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true })
      Atomics.wait(new Int32Array(memory.buffer), 0, 0)
      for (;;);`,
  },
  {
    name: 'closing',
    tries: 'closes its worker and no longer answers',
    stopped: SILENT,
    attack: `close()`,
  },
  {
    name: 'message-flood',
    tries: 'sends messages as fast as it can',
    stopped: TOO_MUCH,
    attack: `setInterval(() => { for (let n = 0; n < 1000; n++) log('x' + n) })`,
  },
  {
    name: 'notice-bomb',
    tries: 'posts a notice of a megabyte with placeholders',
    attack: `notify('{{plugin}} {{sentence}} '.repeat(40000), 'error')`,
  },
  {
    name: 'workers',
    tries: 'starts hundreds of busy workers while it still answers',
    attack: `
      const loop = URL.createObjectURL(new Blob(['for (;;);'], { type: 'text/javascript' }))
      for (let n = 0; n < 300; n++) await tried('worker', () => new Worker(loop))
      await tried('worker by another way', () => new (Object.getPrototypeOf(globalThis).Worker)(loop))`,
  },
  {
    name: 'memory-slowly',
    tries: 'fills its memory slowly up to its limit while it still answers',
    stopped: SILENT,
    attack: `const kept = []; setInterval(() => kept.push(Array.from({ length: 4e5 }, () => ({ n: Math.random() }))), 20)`,
  },
  {
    name: 'late-answers',
    tries: 'keeps sending after it was stopped',
    stopped: TOO_MUCH,
    attack: forged(`
      const until = performance.now() + 500
      setInterval(() => { for (let n = 0; n < 500; n++) send({ answer: n, value: 'late' }) }, 10)`),
  },
]
