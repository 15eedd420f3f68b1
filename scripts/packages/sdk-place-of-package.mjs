// Location of an installed SDK, which Node.js resolves like any other package.
import { fileURLToPath } from 'node:url'

export const MANIFEST_JSON = fileURLToPath(new URL('./manifest-json.js', import.meta.url))

export const aliases = () => []

/** No aliases are needed, because React is a peer dependency. */
export const testAliases = () => []

export const runnerRoot = folder => folder
