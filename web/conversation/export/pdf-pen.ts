import type { jsPDF } from 'jspdf'
import type { TextLook } from './pdf-brush'

/** Writes text with the PDF's fonts, and places pictures and bars. */
export function createPdfPen(pdf: jsPDF) {
  return {
    measure(text: string, look: TextLook) {
      setFont(pdf, look)
      // Without kerning, because the PDF draws letters one by one.
      return pdf.getStringUnitWidth(text, { doKerning: false }) * (look.size ?? 10)
    },
    text(line: string, look: TextLook, x: number, baseline: number) {
      setFont(pdf, look)
      pdf.text(line, x, baseline)
    },
    picture(jpeg: Uint8Array | undefined, x: number, top: number, width: number, height: number) {
      if (jpeg) pdf.addImage(jpeg, 'JPEG', x, top, width, height)
    },
    fill(x: number, top: number, width: number, height: number, grey: number) {
      pdf.setFillColor(grey * 255, grey * 255, grey * 255)
      pdf.rect(x, top, width, height, 'F')
    },
  }
}

export function setFont(pdf: jsPDF, { size = 10, bold = false, grey = 0 }: TextLook) {
  pdf
    .setFont('helvetica', bold ? 'bold' : 'normal')
    .setFontSize(size)
    .setTextColor(grey * 255)
}
