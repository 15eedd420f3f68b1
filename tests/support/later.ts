/** Creates a promise that the test settles. */
export function later<T = void>() {
  let answer: (value: T) => void = () => undefined
  const promise = new Promise<T>(resolve => {
    answer = resolve
  })
  return { promise, answer: (value: T) => answer(value) }
}
