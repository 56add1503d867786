import { builtInFormat } from './cell-text'
import type { SheetRows } from './read-workbook'
import { readSharedStrings, readSheetRows, type SheetStyle } from './read-sheet'
import { spreadsheetLimits } from '../spreadsheet-limits'
import { attributeOf, readXml } from './xml-reader'
import { unpackEntry, type ZipEntry } from './zip-entries'

interface Parts {
  has(path: string): boolean
  read(path: string): AsyncIterable<Buffer>
}

/** While unpacking; holds only distinct texts. Undefined for another archive. @throws SpreadsheetError */
export async function readXlsx(bytes: Buffer, entries: readonly ZipEntry[]): Promise<SheetRows[] | undefined> {
  const byName = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]))
  const parts: Parts = {
    has: (path) => byName.has(path),
    read: (path) => unpackEntry(bytes, byName.get(path) as ZipEntry),
  }
  const roots = await readRelations(parts, '')
  const path = roots.find(({ type }) => type === 'officeDocument')?.path ?? ''
  if (!/\.xml$/.test(path) || !parts.has(path)) return undefined
  const { sheets, date1904 } = await readBook(parts, path)
  const relations = await readRelations(parts, path)
  const pathOf = (type: string) => relations.find((one) => one.type === type && parts.has(one.path))?.path
  const [stringsPath, stylesPath] = [pathOf('sharedStrings'), pathOf('styles')]
  const strings = stringsPath ? await readSharedStrings(parts.read(stringsPath)) : []
  const formats = stylesPath ? await readFormats(parts, stylesPath) : []
  const style: SheetStyle = { strings, formats, date1904 }
  return sheets.slice(0, spreadsheetLimits.sheetsMax).flatMap(({ name, id }) => {
    const found = relations.find((one) => one.id === id && one.type === 'worksheet')
    return found && parts.has(found.path) ? [{ name, rows: readSheetRows(parts.read(found.path), style) }] : []
  })
}

async function readRelations(parts: Parts, of: string) {
  const folder = of.slice(0, of.lastIndexOf('/') + 1)
  const path = `${folder}_rels/${of.slice(folder.length)}.rels`
  const found: { id: string; type: string; path: string }[] = []
  if (!parts.has(path)) return found
  await readXml(parts.read(path), {
    open(_, attributes) {
      const target = (attributeOf(attributes, 'Target') ?? '').toLowerCase()
      const type = (attributeOf(attributes, 'Type') ?? '').split('/').at(-1) ?? ''
      found.push({ id: attributeOf(attributes, 'Id') ?? '', type, path: resolved(folder, target) })
    },
  })
  return found
}

function resolved(folder: string, target: string) {
  if (target.startsWith('/')) return target.slice(1)
  const steps = folder.split('/').slice(0, -1)
  for (const step of target.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.') steps.push(step)
  }
  return steps.join('/')
}

async function readBook(parts: Parts, path: string) {
  const sheets: { name: string; id: string }[] = []
  let date1904 = false
  await readXml(parts.read(path), {
    open(name, attributes) {
      if (name === 'sheet') {
        sheets.push({ name: attributeOf(attributes, 'name') ?? '', id: attributeOf(attributes, 'id') ?? '' })
      }
      if (name === 'workbookPr') date1904 = /^(1|true)$/.test(attributeOf(attributes, 'date1904') ?? '')
    },
  })
  return { sheets, date1904 }
}

async function readFormats(parts: Parts, path: string) {
  const own = new Map<number, string>()
  const ids: number[] = []
  let inCells = false
  await readXml(parts.read(path), {
    open(name, attributes) {
      if (name === 'numFmt') {
        own.set(Number(attributeOf(attributes, 'numFmtId')), attributeOf(attributes, 'formatCode') ?? '')
      }
      if (name === 'cellXfs') inCells = true
      if (name === 'xf' && inCells) ids.push(Number(attributeOf(attributes, 'numFmtId') ?? 0))
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  return ids.map((id) => own.get(id) ?? builtInFormat(id))
}
