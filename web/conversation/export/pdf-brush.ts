export interface TextLook {
  size?: number
  bold?: boolean
  grey?: number
  /** Distance from the left margin. */
  indent?: number
}

/** Pixels per point of painted content: pictures, and lines in scripts that the fonts lack. */
const sharpness = 2.5
const quality = 0.8

/** Paints what the PDF's fonts cannot write: lines in other scripts, and pictures. */
export function createPdfBrush() {
  const canvas = document.createElement('canvas')
  const brush = canvas.getContext('2d')

  function measure(text: string, look: TextLook) {
    if (!brush) return 0
    brush.font = paintedFont(look)
    return brush.measureText(text).width
  }

  async function jpeg(width: number, height: number, paint: (brush: CanvasRenderingContext2D) => void) {
    if (!brush) return undefined
    canvas.width = Math.ceil(width * sharpness)
    canvas.height = Math.ceil(height * sharpness)
    brush.fillStyle = 'white'
    brush.fillRect(0, 0, canvas.width, canvas.height)
    brush.scale(canvas.width / width, canvas.height / height)
    paint(brush)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    return blob ? new Uint8Array(await blob.arrayBuffer()) : undefined
  }

  return {
    measure,
    picture: (image: HTMLImageElement, width: number, height: number) =>
      jpeg(width, height, (to) => to.drawImage(image, 0, 0, width, height)),
    /** Paints one line of text. Right-to-left text is aligned right. */
    async line(text: string, look: TextLook, { height, room }: { height: number; room: number }) {
      const { size = 10, grey = 0 } = look
      const width = Math.min(measure(text, look) + 2, room)
      const backwards = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text)
      const painted = await jpeg(width, height, (to) => {
        const tone = Math.round(grey * 255)
        to.fillStyle = `rgb(${tone} ${tone} ${tone})`
        to.font = paintedFont(look)
        to.direction = backwards ? 'rtl' : 'ltr'
        to.textAlign = 'left'
        to.fillText(text, 0, height - size * 0.35)
      })
      return { jpeg: painted, width, backwards }
    },
  }
}

function paintedFont({ size = 10, bold }: TextLook) {
  return `${bold ? 'bold ' : ''}${size}px Helvetica, Arial, sans-serif`
}
