// Plugins that never end, flood, or grow.
import { type HostilePlugin, SAYS } from './hostile-plugin.js'
import { forged } from './secrets.js'

const SILENT = 'apart_unresponsive'
const TOO_MUCH = 'apart_too_much'

export const LOOPS: readonly HostilePlugin[] = [
  { name: 'loop', tries: 'never ends its activation', stopped: SILENT, attack: 'for (;;);' },
  {
    name: 'loop-in-command',
    tries: 'never ends a command, which it runs on its own',
    stopped: SILENT,
    attack: `get(sdk.COMMANDS).execute('hostile.loop')`,
  },
  {
    name: 'loop-in-store',
    tries: 'never ends a listener of a store',
    stopped: SILENT,
    manifest: { optional: ['fretboard.now', 'core.settings'] },
    allowed: ['midi-in'],
    attack: `
      const mine = sdk.createStore(0)
      mine.subscribe(() => { for (;;); })
      setTimeout(() => mine.setState(1))`,
  },
  {
    name: 'loop-in-event',
    tries: 'never ends a listener of MIDI events',
    stopped: SILENT,
    allowed: ['midi-in'],
    attack: `get(sdk.EVENTS).on(MIDI_EVENT, () => { for (;;); })`,
  },
  {
    name: 'loop-in-screen',
    tries: 'never ends drawing its screen',
    stopped: SILENT,
    shown: true,
    screen: `console.warn('${SAYS.draws}'); for (;;);`,
  },
  {
    name: 'effect-loop',
    tries: 'draws its screen again after each drawing',
    shown: true,
    refused: /more often|Too many|Maximum/,
    screen: `
      const [n, setN] = useState(0)
      useEffect(() => setN(n + 1))
      return h('p', null, n)`,
  },
  {
    name: 'microtasks',
    tries: 'gives no other task a turn',
    stopped: SILENT,
    attack: `const again = () => Promise.resolve().then(again); again()`,
  },
  {
    name: 'sleep',
    tries: 'sleeps for ever',
    stopped: SILENT,
    attack: `
      const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true })
      Atomics.wait(new Int32Array(memory.buffer), 0, 0)
      for (;;);`,
  },
  {
    name: 'closing',
    tries: 'closes its worker, and answers nothing any more',
    stopped: SILENT,
    attack: `close()`,
  },
  {
    name: 'message-flood',
    tries: 'sends messages as fast as it can',
    stopped: TOO_MUCH,
    attack: `setInterval(() => { for (let n = 0; n < 1000; n++) get(sdk.EVENTS).emit({ id: 'hostile.x' }, n) })`,
  },
  {
    name: 'notice-flood',
    tries: 'covers the page with notices',
    stopped: TOO_MUCH,
    attack: `setInterval(() => get(sdk.NOTICES).post({ kind: 'error', message: 'You ' + Math.random() }), 5)`,
  },
  {
    name: 'notice-bomb',
    tries: 'posts a notice whose values name each other, so that filling them in would never end',
    attack: `
      const values = {}
      for (let n = 0; n < 12; n++) values['v' + n] = ('{{v' + (n + 1) + '}}').repeat(60)
      get(sdk.NOTICES).post({ kind: 'info', message: '{{v0}}'.repeat(60), values })`,
  },
  {
    name: 'giant-text',
    tries: 'sends one message of a hundred megabytes',
    stopped: [TOO_MUCH, SILENT],
    attack: `get(sdk.EVENTS).emit({ id: 'hostile.x' }, 'x'.repeat(1e8))`,
  },
  {
    name: 'giant-list',
    tries: 'sends one message of two million objects',
    stopped: [TOO_MUCH, SILENT],
    attack: `get(sdk.EVENTS).emit({ id: 'hostile.x' }, Array.from({ length: 2e6 }, () => ({})))`,
  },
  {
    name: 'deep-object',
    tries: 'sends an object that is as deep as it can be',
    stopped: 'apart_not_data',
    attack: `
      let deep = {}
      for (let n = 0; n < 2000; n++) deep = { deep }
      get(sdk.EVENTS).emit({ id: 'hostile.x' }, deep)`,
  },
  {
    name: 'strange-data',
    tries: 'sends patterns, maps that hold themselves, and errors in the place of data',
    stopped: 'apart_not_data',
    attack: `
      const map = new Map()
      map.set(map, map)
      get(sdk.EVENTS).emit({ id: 'hostile.x' }, { map, pattern: /^(a+)+$/, error: new Error('x') })`,
  },
  {
    name: 'extension-churn',
    tries: 'adds and takes away layers without end',
    stopped: TOO_MUCH,
    attack: `
      const marks = sdk.createStore([])
      setInterval(() => { for (let n = 0; n < 20; n++) extend(NECK_LAYERS, { id: 'hostile-x', marks }).dispose() })`,
  },
  {
    name: 'listener-growth',
    tries: 'listens to ever more events and sets ever more conditions',
    stopped: TOO_MUCH,
    attack: `
      let n = 0
      setInterval(() => {
        for (let each = 0; each < 50; each++) {
          get(sdk.EVENTS).on({ id: 'hostile.' + n++ }, () => {})
          get(sdk.COMMANDS).setContext('hostile.' + n, true)
        }
      })`,
  },
  {
    name: 'workers',
    tries: 'starts hundreds of workers that loop, while it answers',
    attack: `
      const loop = URL.createObjectURL(new Blob(['for (;;);'], { type: 'text/javascript' }))
      for (let n = 0; n < 300; n++) await tried('worker', () => new Worker(loop))
      await tried('worker by another way', () => new (Object.getPrototypeOf(globalThis).Worker)(loop))`,
  },
  {
    name: 'memory-at-once',
    tries: 'fills its memory at once',
    stopped: SILENT,
    attack: `const kept = []; for (;;) kept.push(new Array(1e6).fill(Math.random()))`,
  },
  {
    name: 'memory-slowly',
    tries: 'fills its memory little by little, and answers meanwhile, until its limit',
    stopped: SILENT,
    attack: `const kept = []; setInterval(() => kept.push(Array.from({ length: 4e5 }, () => ({ n: Math.random() }))), 20)`,
  },
  {
    name: 'dom-flood',
    tries: 'shows as many elements at once as it can make',
    shown: true,
    stopped: SILENT,
    screen: `return h('div', null, Array.from({ length: 300000 }, (_, n) => h('i', { key: n }, n)))`,
  },
  {
    name: 'dom-growth',
    tries: 'shows more and more elements',
    shown: true,
    refused: /more than 50000/,
    screen: `
      const [n, setN] = useState(1)
      useEffect(() => {
        const timer = setInterval(() => setN(count => count + 1), 100)
        return () => clearInterval(timer)
      }, [])
      const part = useRef(null)
      useEffect(() => {
        const more = document.createElement('div')
        for (let each = 0; each < 2000; each++) more.appendChild(document.createElement('i'))
        part.current?.appendChild(more)
      }, [n])
      return h('div', { ref: part })`,
  },
  {
    name: 'never-started',
    tries: 'answers, but never ends its activation',
    stopped: 'activation_timeout',
    attack: `await new Promise(() => {})`,
  },
  {
    name: 'late-answers',
    tries: 'is stopped, and goes on sending afterwards',
    stopped: TOO_MUCH,
    attack: forged(`
      const until = performance.now() + 500
      setInterval(() => { for (let n = 0; n < 500; n++) send({ answer: n, value: 'late' }) }, 10)`),
  },
]
