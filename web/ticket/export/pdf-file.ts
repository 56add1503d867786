/** A PDF in the making. Lengths are points, places are counted from the lower left corner. */
export interface PdfFile {
  readonly pageCount: number
  addPage(): void
  /** Text as `encodeText` gives it, on the newest page, or on the one of that index. */
  text(
    encoded: string,
    place: { x: number; y: number; size: number; bold?: boolean; grey?: number },
    page?: number,
  ): void
  /** A filled rectangle. */
  box(place: Area, grey: number): void
  jpeg(bytes: Uint8Array, pixels: { width: number; height: number }, place: Area): void
  finish(title: string): Blob
}

interface Area {
  x: number
  y: number
  width: number
  height: number
}

export const paper = { width: 595, height: 842 }

interface Page {
  content: string[]
  images: number[]
}

type Part = string | Uint8Array

/** Objects that stand in every file, before those of its pages. */
const ids = { catalog: 1, pages: 2, regular: 3, bold: 4, info: 5 }

export function createPdf(): PdfFile {
  const pages: Page[] = []
  const objects: Part[][] = Array.from({ length: ids.info }, () => [])
  const add = (...parts: Part[]) => objects.push(parts)
  const newest = () => pages.at(-1) ?? pages[pages.push({ content: [], images: [] }) - 1]!

  return {
    get pageCount() {
      return pages.length
    },
    addPage: () => void pages.push({ content: [], images: [] }),
    text(encoded, { x, y, size, bold, grey = 0 }, page) {
      const on = page === undefined ? newest() : pages[page]
      const escaped = encoded.replace(/[\\()]/g, '\\$&')
      on?.content.push(`BT ${grey} g /${bold ? 'B' : 'R'} ${size} Tf ${x} ${fixed(y)} Td (${escaped}) Tj ET`)
    },
    box({ x, y, width, height }, grey) {
      newest().content.push(`${grey} g ${x} ${fixed(y)} ${fixed(width)} ${fixed(height)} re f`)
    },
    jpeg(bytes, pixels, { x, y, width, height }) {
      const about = `/Type /XObject /Subtype /Image /Width ${pixels.width} /Height ${pixels.height}`
      const coded = `/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${bytes.length}`
      const id = add(`<< ${about} ${coded} >>\nstream\n`, bytes, '\nendstream')
      const page = newest()
      page.images.push(id)
      page.content.push(`q ${fixed(width)} 0 0 ${fixed(height)} ${fixed(x)} ${fixed(y)} cm /I${id} Do Q`)
    },
    finish(title) {
      const fonts = `/Font << /R ${ids.regular} 0 R /B ${ids.bold} 0 R >>`
      const kids = pages.map(({ content, images }) => {
        const stream = content.join('\n')
        const contents = add(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`)
        const pictures = images.map((id) => `/I${id} ${id} 0 R`).join(' ')
        const resources = `/Resources << ${fonts} /XObject << ${pictures} >> >>`
        const size = `/MediaBox [0 0 ${paper.width} ${paper.height}]`
        return add(`<< /Type /Page /Parent ${ids.pages} 0 R ${size} ${resources} /Contents ${contents} 0 R >>`)
      })
      const font = (name: string) => [`<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`]
      const list = kids.map((id) => `${id} 0 R`).join(' ')
      objects[ids.catalog - 1] = [`<< /Type /Catalog /Pages ${ids.pages} 0 R >>`]
      objects[ids.pages - 1] = [`<< /Type /Pages /Kids [${list}] /Count ${kids.length} >>`]
      objects[ids.regular - 1] = font('Helvetica')
      objects[ids.bold - 1] = font('Helvetica-Bold')
      objects[ids.info - 1] = [`<< /Title <${utf16(title)}> /Producer (Recado) >>`]
      return writeFile(objects)
    },
  }
}

/** The objects one after the other, and the table of where each begins. */
function writeFile(objects: readonly Part[][]): Blob {
  const parts: Uint8Array[] = []
  let length = 0
  const write = (part: Part) => {
    const bytes = typeof part === 'string' ? latin(part) : part
    parts.push(bytes)
    length += bytes.length
  }
  // The second line tells whoever carries it that it is not text.
  write('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n')
  const places = objects.map((object, index) => {
    const place = length
    for (const part of [`${index + 1} 0 obj\n`, ...object, '\nendobj\n']) write(part)
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const tableAt = length
  const size = objects.length + 1
  write(`xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`)
  write(`trailer\n<< /Size ${size} /Root ${ids.catalog} 0 R /Info ${ids.info} 0 R >>\nstartxref\n${tableAt}\n%%EOF\n`)
  return new Blob(parts as Uint8Array<ArrayBuffer>[], { type: 'application/pdf' })
}

function latin(text: string) {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

function utf16(text: string) {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index))
  return ['feff', ...units.map((unit) => unit.toString(16).padStart(4, '0'))].join('')
}

function fixed(value: number) {
  return Math.round(value * 100) / 100
}
