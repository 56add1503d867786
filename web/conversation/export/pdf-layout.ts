import { jsPDF } from 'jspdf'
import { limitMarkRuns } from '../../../src/kernel/text/fold-text.contract'
import { formattedRuns, isWritable, wrapRuns, type TextRun } from './pdf-text'

export interface PdfLayout {
  write(text: string, look?: TextLook): Promise<void>
  quote(text: string): Promise<void>
  picture(image: HTMLImageElement): Promise<void>
  rule(): void
  space(height: number): void
  /** Starts a new page unless this height is free. */
  keep(height: number): void
  finish(title: string): Blob
}

const margin = 48
const lineRatio = 1.4
const pictureMax = 200

export function createPdfLayout(): PdfLayout {
  const pdf = new jsPDF({ unit: 'pt', format: 'a4', floatPrecision: 2, putOnlyUsedFonts: true })
  const paper = paperOf(pdf)
  const brush = createPdfBrush()
  const pen = createPdfPen(pdf)
  const measure = (line: readonly TextRun[], look: TextLook) => (isWritten(line) ? pen : brush).measure(line, look)
  let y = margin

  function keep(height: number) {
    if (y + height <= paper.height - margin) return
    pdf.addPage()
    y = margin
  }

  async function writeLine(line: readonly TextRun[], look: TextLook) {
    const { size = 10, indent = 0 } = look
    const height = size * lineRatio
    keep(height)
    const [x, top] = [margin + indent, y]
    y += height
    if (isWritten(line)) {
      pen.line(line, look, x, y - size * 0.35)
      return
    }
    const room = paper.width - margin - x
    const { jpeg, width, backwards } = await brush.line(line, look, { height, room })
    pen.picture(jpeg, backwards ? paper.width - margin - width : x, top, width, height)
  }

  async function write(text: string, look: TextLook = {}) {
    const width = paper.width - margin * 2 - (look.indent ?? 0)
    for (const line of wrapRuns(runsOf(text, look), width, (part) => measure(part, look))) await writeLine(line, look)
  }

  return {
    write,
    keep,
    async quote(text) {
      keep(30)
      const before = { y, page: pdf.getNumberOfPages() }
      await write(text, { size: 9, grey: 0.35, indent: 10 })
      if (pdf.getNumberOfPages() === before.page) pen.fill(margin, before.y + 2, 2, y - before.y - 2, 0.7)
    },
    async picture(image) {
      const { width, height } = pictureSize(image)
      if (!(width >= 1 && height >= 1)) return
      keep(height + 6)
      pen.picture(await brush.picture(image, width, height), margin, y + 4, width, height)
      y += height + 6
    },
    rule() {
      keep(16)
      y += 10
      pen.fill(margin, y, paper.width - margin * 2, 0.6, 0.75)
    },
    space: (height) => void (y += height),
    finish: (title) => finish(pdf, title),
  }
}

const isWritten = (line: readonly TextRun[]) => line.every(({ text }) => isWritable(text))

function runsOf(text: string, { formatted }: TextLook): TextRun[] {
  const written = limitMarkRuns(text).normalize('NFC')
  return formatted ? formattedRuns(written) : [{ text: written }]
}

function pictureSize({ naturalWidth, naturalHeight }: HTMLImageElement) {
  const scale = Math.min(pictureMax / naturalWidth, pictureMax / naturalHeight, 1)
  return { width: naturalWidth * scale, height: naturalHeight * scale }
}

function finish(pdf: jsPDF, title: string) {
  const { width, height } = paperOf(pdf)
  const count = pdf.getNumberOfPages()
  setFont(pdf, { size: 8, grey: 0.4 })
  for (let page = 1; page <= count; page++) {
    pdf.setPage(page)
    pdf.text(`${page} / ${count}`, width - margin, height - margin / 2, { align: 'right' })
  }
  pdf.setProperties({ title, creator: 'Recado' })
  return pdf.output('blob')
}

function paperOf({ internal: { pageSize } }: jsPDF) {
  return { width: pageSize.getWidth(), height: pageSize.getHeight() }
}

function createPdfPen(pdf: jsPDF) {
  function measureRun(run: TextRun, look: TextLook) {
    setFont(pdf, look, run)
    // Without kerning, because the PDF draws letters one by one.
    return pdf.getStringUnitWidth(run.text, { doKerning: false }) * (look.size ?? 10)
  }

  function fill(x: number, top: number, width: number, height: number, grey: number) {
    pdf.setFillColor(grey * 255, grey * 255, grey * 255)
    pdf.rect(x, top, width, height, 'F')
  }

  return {
    measure: (line: readonly TextRun[], look: TextLook) =>
      line.reduce((width, run) => width + measureRun(run, look), 0),
    line(line: readonly TextRun[], look: TextLook, left: number, baseline: number) {
      const { size = 10, grey = 0 } = look
      let x = left
      for (const run of line) {
        const width = measureRun(run, look)
        pdf.text(run.text, x, baseline)
        if (run.strike) fill(x, baseline - size * strikeHeight, width, strikeWidth, grey)
        x += width
      }
    },
    picture(jpeg: Uint8Array | undefined, x: number, top: number, width: number, height: number) {
      if (jpeg) pdf.addImage(jpeg, 'JPEG', x, top, width, height)
    },
    fill,
  }
}

function setFont(pdf: jsPDF, { size = 10, bold = false, grey = 0 }: TextLook, run?: TextRun) {
  const style = `${bold || run?.bold ? 'bold' : ''}${run?.italic ? 'italic' : ''}` || 'normal'
  pdf
    .setFont(run?.code ? 'courier' : 'helvetica', style)
    .setFontSize(size)
    .setTextColor(grey * 255)
}

interface TextLook {
  size?: number
  bold?: boolean
  grey?: number
  formatted?: boolean
  indent?: number
}

/** Pixels per point of painted content: pictures, and lines in scripts that the fonts lack. */
const sharpness = 2.5
const quality = 0.8
/** Height of a strike above the baseline, as a part of the font size. */
const strikeHeight = 0.28
const strikeWidth = 0.6

/** Paints what the PDF's fonts cannot write: lines in other scripts, and pictures. */
function createPdfBrush() {
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
