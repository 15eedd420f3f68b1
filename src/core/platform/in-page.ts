/** Loads a module that needs a web page; undefined on the command line. */
export async function inPage<T>(load: () => Promise<T>): Promise<T | undefined> {
  return 'document' in globalThis ? load() : undefined
}
