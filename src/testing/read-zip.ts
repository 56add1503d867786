import * as XLSX from 'xlsx'

interface Container {
  FullPaths: string[]
  FileIndex: { type: number; content: Uint8Array }[]
}

/** Files of a ZIP by path, read by a library that the product does not write with. */
export function readZip(bytes: Uint8Array): Map<string, Buffer> {
  const { FullPaths, FileIndex }: Container = XLSX.CFB.read(Buffer.from(bytes), { type: 'buffer' })
  const files = new Map<string, Buffer>()
  for (const [index, path] of FullPaths.entries()) {
    const file = FileIndex[index]
    // The library adds a mark of its own.
    if (file?.type === 2 && !path.includes('Sh33tJ5'))
      files.set(path.replace(/^Root Entry\//, ''), Buffer.from(file.content))
  }
  return files
}
