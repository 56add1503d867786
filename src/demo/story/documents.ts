export function writePdf(heading: string, lines: readonly string[]): Uint8Array<ArrayBuffer> {
  const page = [
    '0.05 0.45 0.42 rg 0 780 595 62 re f',
    text(48, 804, 20, heading, '1 1 1'),
    ...lines.map((line, index) => text(48, 740 - index * 22, 12, line, '0.15 0.15 0.15')),
    '0.8 0.8 0.8 RG 48 60 m 547 60 l S',
    text(48, 42, 9, 'Documento de demonstração, sem valor fiscal.', '0.5 0.5 0.5'),
  ].join('\n')
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Length ${Buffer.byteLength(page, 'latin1')} >>\nstream\n${page}\nendstream`,
  ])
}

function text(x: number, y: number, size: number, words: string, colour: string) {
  const escaped = words.replace(/[\\()]/g, (sign) => `\\${sign}`)
  return `BT ${colour} rg /F1 ${size} Tf ${x} ${y} Td (${escaped}) Tj ET`
}

function assemble(objects: readonly string[]): Uint8Array<ArrayBuffer> {
  let file = '%PDF-1.4\n'
  const starts: number[] = []
  for (const [index, object] of objects.entries()) {
    starts.push(Buffer.byteLength(file, 'latin1'))
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const table = Buffer.byteLength(file, 'latin1')
  const rows = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return new Uint8Array(Buffer.from(file, 'latin1'))
}
