// Until every import names core/platform/services/token.js.
export {
  createExtensionPoint,
  createToken,
  type ExtensionPoint,
  type Token,
} from '../../platform/services/token.js'
