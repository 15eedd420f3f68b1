import type { ExportPage } from '../sharing/export-commands.js'
import { NARROW } from './neck/use-vertical.js'

export const exportPage: ExportPage = {
  async toPng(svg, width, height, scale) {
    const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
    try {
      const image = new Image()
      image.src = address
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = Math.round(width * scale)
      canvas.height = Math.round(height * scale)
      canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
      const png = await new Promise<Blob>((resolve, reject) =>
        canvas.toBlob(
          blob => (blob ? resolve(blob) : reject(new Error('The canvas couldn’t create an image.'))),
          'image/png',
        ),
      )
      return new Uint8Array(await png.arrayBuffer())
    } finally {
      URL.revokeObjectURL(address)
    }
  },
  isNarrow: () => window.matchMedia(NARROW).matches,
}
