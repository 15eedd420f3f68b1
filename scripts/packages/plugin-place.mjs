// Location of the tools in the published SDK.
export { packPlugin } from './describe.js'

/** Node.js resolves an installed SDK without aliases. */
export const sdkAliases = () => []
