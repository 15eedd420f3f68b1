// Module hook for `import '@fretwork/sdk'` in a plugin's sources, when Node runs them without a build.
import { pathToFileURL } from 'node:url'
import { sdkFile } from './sdk-faces.mjs'

export function resolve(name, context, nextResolve) {
  const file = name.startsWith('@fretwork/') ? sdkFile(name) : undefined
  return nextResolve(file ? pathToFileURL(file).href : name, context)
}
