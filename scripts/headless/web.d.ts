// Web APIs that src/sandbox uses where they exist, for the check without the DOM.
interface OffscreenCanvasRenderingContext2D {
  readonly canvas: OffscreenCanvas
}

declare class OffscreenCanvas {
  constructor(width: number, height: number)
  getContext(kind: '2d'): OffscreenCanvasRenderingContext2D | null
  convertToBlob(): Promise<Blob>
}
