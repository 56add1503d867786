import type { TextRun } from './pdf-text'

export interface TextLook {
  size?: number
  bold?: boolean
  grey?: number
  /** Reads WhatsApp's formatting. */
  formatted?: boolean
  /** Distance from the left margin. */
  indent?: number
}

/** Pixels per point of painted content: pictures, and lines in scripts that the fonts lack. */
const sharpness = 2.5
const quality = 0.8
/** Height of a strike above the baseline, as a part of the font size. */
export const strikeHeight = 0.28
export const strikeWidth = 0.6

/** Paints what the PDF's fonts cannot write: lines in other scripts, and pictures. */
export function createPdfBrush() {
  const canvas = document.createElement('canvas')
  const brush = canvas.getContext('2d')

  function measureRun(run: TextRun, look: TextLook) {
    if (!brush) return 0
    brush.font = paintedFont(run, look)
    return brush.measureText(run.text).width
  }

  const measure = (line: readonly TextRun[], look: TextLook) =>
    line.reduce((width, run) => width + measureRun(run, look), 0)

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
    async line(line: readonly TextRun[], look: TextLook, { height, room }: { height: number; room: number }) {
      const { size = 10, grey = 0 } = look
      const text = line.map((run) => run.text).join('')
      const backwards = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text)
      // Right-to-left text is ordered as a whole, so that it has one style.
      const runs = backwards ? [{ text }] : line
      const width = Math.min(measure(runs, look) + 2, room)
      const painted = await jpeg(width, height, (to) => {
        const tone = Math.round(grey * 255)
        to.fillStyle = `rgb(${tone} ${tone} ${tone})`
        to.direction = backwards ? 'rtl' : 'ltr'
        to.textAlign = 'left'
        const baseline = height - size * 0.35
        let x = 0
        for (const run of runs) {
          const wide = measureRun(run, look)
          to.font = paintedFont(run, look)
          to.fillText(run.text, x, baseline)
          if (run.strike) to.fillRect(x, baseline - size * strikeHeight, wide, strikeWidth)
          x += wide
        }
      })
      return { jpeg: painted, width, backwards }
    },
  }
}

function paintedFont(run: TextRun, { size = 10, bold }: TextLook) {
  const family = run.code ? 'Courier, monospace' : 'Helvetica, Arial, sans-serif'
  return `${run.italic ? 'italic ' : ''}${bold || run.bold ? 'bold ' : ''}${size}px ${family}`
}
