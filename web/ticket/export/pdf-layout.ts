import { createPdf, paper } from './pdf-file'
import { encodeText, textWidth, wrapText } from './pdf-text'

export interface TextLook {
  size?: number
  bold?: boolean
  grey?: number
  /** Distance from the left margin. */
  indent?: number
}

/** Paper on which one writes from the top down, a new sheet whenever one is full. */
export interface PdfLayout {
  write(text: string, look?: TextLook): Promise<void>
  /** Written lines with a bar beside them. */
  quote(text: string): Promise<void>
  picture(image: HTMLImageElement): Promise<void>
  rule(): void
  space(height: number): void
  /** Begins a new sheet unless that much is free on this one. */
  keep(height: number): void
  finish(title: string): Blob
}

const margin = 48
const lineRatio = 1.4
const pictureMax = 200
/** Pixels a point of what is painted: pictures, and lines in scripts that the fonts lack. */
const sharpness = 2.5
const quality = 0.8
const paintedFont = 'Helvetica, Arial, sans-serif'

export function createPdfLayout(): PdfLayout {
  const pdf = createPdf()
  const canvas = document.createElement('canvas')
  const brush = canvas.getContext('2d')
  let y = paper.height - margin
  pdf.addPage()

  function keep(height: number) {
    if (y - height >= margin) return
    pdf.addPage()
    y = paper.height - margin
  }

  function measure(text: string, { size = 10, bold }: TextLook) {
    if (encodeText(text) !== undefined || !brush) return textWidth(text, size, bold)
    brush.font = `${bold ? 'bold ' : ''}${size}px ${paintedFont}`
    return brush.measureText(text).width
  }

  async function jpeg(width: number, height: number, place: { x: number; y: number }, paint: () => void) {
    if (!brush) return
    canvas.width = Math.ceil(width * sharpness)
    canvas.height = Math.ceil(height * sharpness)
    brush.fillStyle = 'white'
    brush.fillRect(0, 0, canvas.width, canvas.height)
    brush.scale(canvas.width / width, canvas.height / height)
    paint()
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    if (blob) pdf.jpeg(new Uint8Array(await blob.arrayBuffer()), canvas, { ...place, width, height })
  }

  async function writeLine(line: string, look: TextLook) {
    const { size = 10, bold = false, grey = 0, indent = 0 } = look
    const height = size * lineRatio
    keep(height)
    y -= height
    const x = margin + indent
    const base = y + size * 0.35
    const encoded = encodeText(line)
    if (encoded !== undefined) return pdf.text(encoded, { x, y: base, size, bold, grey })
    const width = Math.min(measure(line, look) + 2, paper.width - margin - x)
    // Right to left, it stands at the right.
    const backwards = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(line)
    const place = { x: backwards ? paper.width - margin - width : x, y }
    await jpeg(width, height, place, () => {
      if (!brush) return
      const tone = Math.round(grey * 255)
      brush.fillStyle = `rgb(${tone} ${tone} ${tone})`
      brush.font = `${bold ? 'bold ' : ''}${size}px ${paintedFont}`
      brush.direction = backwards ? 'rtl' : 'ltr'
      brush.textAlign = 'left'
      brush.fillText(line, 0, height - size * 0.35)
    })
  }

  async function write(text: string, look: TextLook = {}) {
    const width = paper.width - margin * 2 - (look.indent ?? 0)
    for (const line of wrapText(text, width, (part) => measure(part, look))) await writeLine(line, look)
  }

  return {
    write,
    keep,
    async quote(text) {
      keep(30)
      const before = { y, page: pdf.pageCount }
      await write(text, { size: 9, grey: 0.35, indent: 10 })
      if (pdf.pageCount === before.page) pdf.box({ x: margin, y, width: 2, height: before.y - y - 2 }, 0.7)
    },
    async picture(image) {
      const { naturalWidth, naturalHeight } = image
      const scale = Math.min(pictureMax / naturalWidth, pictureMax / naturalHeight, 1)
      const [width, height] = [naturalWidth * scale, naturalHeight * scale]
      if (!(width >= 1 && height >= 1)) return
      keep(height + 6)
      y -= height + 4
      await jpeg(width, height, { x: margin, y }, () => brush?.drawImage(image, 0, 0, width, height))
      y -= 2
    },
    rule() {
      keep(16)
      y -= 10
      pdf.box({ x: margin, y, width: paper.width - margin * 2, height: 0.6 }, 0.75)
    },
    space: (height) => void (y -= height),
    finish(title) {
      for (let page = 0; page < pdf.pageCount; page++) {
        const number = `${page + 1} / ${pdf.pageCount}`
        pdf.text(number, { x: paper.width - margin - textWidth(number, 8), y: margin / 2, size: 8, grey: 0.4 }, page)
      }
      return pdf.finish(title)
    },
  }
}
