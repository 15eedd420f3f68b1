/** Resolves like `work`, or like `late` if `work` takes longer than `ms`. */
export function atMost<T>(ms: number, work: Promise<T>, late: () => T | Promise<never>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const waited = new Promise<T>(resolve => {
    timer = setTimeout(() => resolve(late()), ms)
  })
  return Promise.race([work, waited]).finally(() => clearTimeout(timer))
}
