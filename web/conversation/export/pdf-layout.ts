import { jsPDF } from 'jspdf'
import { limitMarkRuns } from '../../../src/kernel/fold-text.contract'
import { isWritable, wrapText } from './pdf-text'

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

export function createPdfLayout(): PdfLayout {
  const pdf = new jsPDF({ unit: 'pt', format: 'a4', floatPrecision: 2, putOnlyUsedFonts: true })
  const paper = { width: pdf.internal.pageSize.getWidth(), height: pdf.internal.pageSize.getHeight() }
  const canvas = document.createElement('canvas')
  const brush = canvas.getContext('2d')
  let y = margin

  function keep(height: number) {
    if (y + height <= paper.height - margin) return
    pdf.addPage()
    y = margin
  }

  function useFont({ size = 10, bold = false, grey = 0 }: TextLook) {
    pdf
      .setFont('helvetica', bold ? 'bold' : 'normal')
      .setFontSize(size)
      .setTextColor(grey * 255)
  }

  function measure(text: string, look: TextLook) {
    if (brush && !isWritable(text)) {
      brush.font = paintedFont(look)
      return brush.measureText(text).width
    }
    useFont(look)
    // Letters are drawn one beside the other, not drawn together where their shapes would let them.
    return pdf.getStringUnitWidth(text, { doKerning: false }) * (look.size ?? 10)
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
    if (blob) pdf.addImage(new Uint8Array(await blob.arrayBuffer()), 'JPEG', place.x, place.y, width, height)
  }

  async function writeLine(line: string, look: TextLook) {
    const { size = 10, grey = 0, indent = 0 } = look
    const height = size * lineRatio
    keep(height)
    const [x, top] = [margin + indent, y]
    y += height
    if (isWritable(line)) {
      useFont(look)
      pdf.text(line, x, y - size * 0.35)
      return
    }
    const width = Math.min(measure(line, look) + 2, paper.width - margin - x)
    // Right to left, it stands at the right.
    const backwards = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(line)
    const place = { x: backwards ? paper.width - margin - width : x, y: top }
    await jpeg(width, height, place, () => {
      if (!brush) return
      const tone = Math.round(grey * 255)
      brush.fillStyle = `rgb(${tone} ${tone} ${tone})`
      brush.font = paintedFont(look)
      brush.direction = backwards ? 'rtl' : 'ltr'
      brush.textAlign = 'left'
      brush.fillText(line, 0, height - size * 0.35)
    })
  }

  function fill(top: number, width: number, height: number, grey: number) {
    pdf.setFillColor(grey * 255, grey * 255, grey * 255)
    pdf.rect(margin, top, width, height, 'F')
  }

  async function write(text: string, look: TextLook = {}) {
    const width = paper.width - margin * 2 - (look.indent ?? 0)
    for (const line of wrapText(limitMarkRuns(text).normalize('NFC'), width, (part) => measure(part, look)))
      await writeLine(line, look)
  }

  return {
    write,
    keep,
    async quote(text) {
      keep(30)
      const before = { y, page: pdf.getNumberOfPages() }
      await write(text, { size: 9, grey: 0.35, indent: 10 })
      if (pdf.getNumberOfPages() === before.page) fill(before.y + 2, 2, y - before.y - 2, 0.7)
    },
    async picture(image) {
      const { naturalWidth, naturalHeight } = image
      const scale = Math.min(pictureMax / naturalWidth, pictureMax / naturalHeight, 1)
      const [width, height] = [naturalWidth * scale, naturalHeight * scale]
      if (!(width >= 1 && height >= 1)) return
      keep(height + 6)
      await jpeg(width, height, { x: margin, y: y + 4 }, () => brush?.drawImage(image, 0, 0, width, height))
      y += height + 6
    },
    rule() {
      keep(16)
      y += 10
      fill(y, paper.width - margin * 2, 0.6, 0.75)
    },
    space: (height) => void (y += height),
    finish(title) {
      const count = pdf.getNumberOfPages()
      useFont({ size: 8, grey: 0.4 })
      for (let page = 1; page <= count; page++) {
        pdf.setPage(page)
        pdf.text(`${page} / ${count}`, paper.width - margin, paper.height - margin / 2, { align: 'right' })
      }
      pdf.setProperties({ title, creator: 'Recado' })
      return pdf.output('blob')
    },
  }
}

function paintedFont({ size = 10, bold }: TextLook) {
  return `${bold ? 'bold ' : ''}${size}px Helvetica, Arial, sans-serif`
}
