// What is made once for each of something and kept for as long as that lives: what is asked with every request.

/** @returns what `make` gave for this key, made at its first use. */
export function onceFor<K extends object, T>(make: (key: K) => T): (key: K) => T {
  const made = new WeakMap<K, T>()
  return key => {
    const known = made.get(key) ?? make(key)
    made.set(key, known)
    return known
  }
}
