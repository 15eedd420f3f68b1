/** Modules shared between packages and this program, so that both use the same tokens. */

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/**
 * Exports that packages often import in the same file as their commands. A test compares this list with the
 * modules.
 */
export const SCREEN_NAMES: Readonly<Record<string, readonly string[]>> = {
  react: words(`
    Activity Children Component Fragment Profiler PureComponent StrictMode Suspense ViewTransition act
    addTransitionType cache cacheSignal captureOwnerStack cloneElement createContext createElement createRef
    forwardRef isValidElement lazy memo startTransition unstable_useCacheRefresh use useActionState useCallback
    useContext useDebugValue useDeferredValue useEffect useEffectEvent useId useImperativeHandle
    useInsertionEffect useLayoutEffect useMemo useOptimistic useReducer useRef useState useSyncExternalStore
    useTransition version
  `),
  'react/jsx-runtime': words('Fragment jsx jsxs'),
  'react-dom': words(`
    browser createPortal flushSync preconnect prefetchDNS preinit preinitModule preload preloadModule
    requestFormReset unstable_batchedUpdates useFormState useFormStatus version
  `),
  '@fretwork/sdk/react': words(`
    KernelProvider PlanGate PluginScreen Question UserAvatar useCommand useKernel useOptionalService usePlan
    usePluginId useService useStore useText
  `),
}

type Module = Readonly<Record<string, unknown>>

/** Modules with the plugins' tokens. A test compares this list with the folders of src/plugins. */
export const TOKENS: Readonly<Record<string, () => Promise<Module>>> = {
  diagnostics: () => import('../../src/plugins/diagnostics/tokens.js'),
  fretboard: () => import('../../src/plugins/fretboard/tokens.js'),
  library: () => import('../../src/plugins/library/tokens.js'),
  'midi-file': () => import('../../src/plugins/midi-file/tokens.js'),
  'midi-io': () => import('../../src/plugins/midi-io/tokens.js'),
  player: () => import('../../src/plugins/player/tokens.js'),
  positions: () => import('../../src/plugins/fretboard/tokens.js'),
  practice: () => import('../../src/plugins/practice/tokens.js'),
  'problem-report': () => import('../../src/plugins/diagnostics/tokens.js'),
  replay: () => import('../../src/plugins/diagnostics/tokens.js'),
  score: () => import('../../src/plugins/score/tokens.js'),
  'score-files': () => import('../../src/plugins/score-files/tokens.js'),
  social: () => import('../../src/plugins/social/tokens.js'),
  sync: () => import('../../src/plugins/library/tokens.js'),
  tablature: () => import('../../src/plugins/score/tokens.js'),
}

const SDK = '@fretwork/sdk'
const WHOLE: Readonly<Record<string, () => Promise<Module>>> = {
  [SDK]: () => import('../../src/core/index.js'),
  [`${SDK}/api`]: () => import('../../src/core/api-face.js'),
  zod: () => import('zod'),
  'zod/mini': () => import('zod/mini'),
}
const OF_PLUGIN = `${SDK}/plugins/`

/** Global registry key. Node loads the modules separately, and this program may be a single bundle. */
const REGISTRY = 'fretwork.shared'
const registry: Record<string, Module> = {}
Reflect.set(globalThis, Symbol.for(REGISTRY), registry)

export function isShared(name: string): boolean {
  return (
    Object.hasOwn(WHOLE, name) ||
    Object.hasOwn(SCREEN_NAMES, name) ||
    (name.startsWith(OF_PLUGIN) && Object.hasOwn(TOKENS, name.slice(OF_PLUGIN.length)))
  )
}

export async function sharedModule(name: string): Promise<string> {
  const module = await load(name)
  registry[name] = module
  const { default: byDefault, ...named } = module
  // Rename the exports, because zod exports `catch` and `function`.
  const names = Object.keys(named).map((each, index) => [each, `value${index}`] as const)
  const lines = [
    `const all = globalThis[Symbol.for(${JSON.stringify(REGISTRY)})][${JSON.stringify(name)}]`,
    `const { ${names.map(([each, value]) => `${each}: ${value}`).join(', ')} } = all`,
    `export { ${names.map(([each, value]) => `${value} as ${each}`).join(', ')} }`,
    ...(byDefault === undefined ? [] : ['export default all.default']),
  ]
  return `data:text/javascript,${encodeURIComponent(lines.join('\n'))}`
}

async function load(name: string): Promise<Module> {
  const ofScreens = SCREEN_NAMES[name]
  if (ofScreens) return forScreens(ofScreens)
  const whole = WHOLE[name]
  if (whole) return { ...(await whole()) }
  return { ...(await TOKENS[name.slice(OF_PLUGIN.length)]?.()) }
}

/** Returns stubs for all names. Classes can extend them, and calling them at load time returns an object. */
function forScreens(names: readonly string[]): Module {
  const all = Object.fromEntries(names.map(name => [name, screenOnly]))
  return { ...all, default: all }
}

function screenOnly(): object {
  return {}
}
