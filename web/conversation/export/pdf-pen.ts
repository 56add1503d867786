import type { jsPDF } from 'jspdf'
import { strikeHeight, strikeWidth, type TextLook } from './pdf-brush'
import type { TextRun } from './pdf-text'

/** Writes text with the PDF's fonts, and places pictures and bars. */
export function createPdfPen(pdf: jsPDF) {
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

export function setFont(pdf: jsPDF, { size = 10, bold = false, grey = 0 }: TextLook, run?: TextRun) {
  const style = `${bold || run?.bold ? 'bold' : ''}${run?.italic ? 'italic' : ''}` || 'normal'
  pdf
    .setFont(run?.code ? 'courier' : 'helvetica', style)
    .setFontSize(size)
    .setTextColor(grey * 255)
}
