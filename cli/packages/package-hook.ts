/**
 * As text, since hooks run in a thread of their own. Modules of packages import only each other and what is
 * shared.
 */
export const HOOK = `
let files = {}
let shared = {}

export function initialize(data) {
  files = data.files
  shared = data.shared
}

export async function resolve(name, context, next) {
  if (Object.hasOwn(files, name)) return { url: name, format: 'module', shortCircuit: true }
  const parent = context.parentURL
  if (parent === undefined || !Object.hasOwn(files, parent)) return next(name, context)
  if (name.startsWith('node:')) return next(name, context)
  if (Object.hasOwn(shared, name)) return { url: shared[name], format: 'module', shortCircuit: true }
  if (!/^[./]/.test(name)) {
    throw new Error('it imports "' + name + '", which Fretwork does not share with packages; it has to be bundled')
  }
  const url = new URL(name, parent).href
  if (Object.hasOwn(files, url)) return { url, format: 'module', shortCircuit: true }
  throw new Error('it imports ' + name + ', which is not among the files of the package')
}

export async function load(url, context, next) {
  if (!Object.hasOwn(files, url)) return next(url, context)
  return { format: 'module', source: files[url], shortCircuit: true }
}
`
