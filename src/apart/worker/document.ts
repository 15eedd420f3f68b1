/** The small document of the worker, made before react-dom is loaded. */
import { installDocument } from '../dom/worker-document.js'

export const document = installDocument(globalThis)
