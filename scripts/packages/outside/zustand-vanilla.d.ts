// Types for zustand stores (MIT, Paul Henschel); zustand itself is bundled with the package.
export interface StoreApi<T> {
  setState: {
    (partial: T | Partial<T> | ((state: T) => T | Partial<T>), replace?: false): void
    (state: T | ((state: T) => T), replace: true): void
  }
  getState: () => T
  getInitialState: () => T
  subscribe: (listener: (state: T, previous: T) => void) => () => void
}
