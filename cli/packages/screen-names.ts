const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Packages often import these in the same file as their commands. A test compares the names with the modules. */
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
