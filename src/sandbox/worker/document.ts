import { installDocument } from '../dom/worker-document.js'

export const document = installDocument(globalThis)
