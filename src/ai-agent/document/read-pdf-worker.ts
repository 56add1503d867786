import { readFileSync, statSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { getDocumentProxy } from 'unpdf'
import type { PdfPage, PdfResult } from './read-pdf'

const bytesMax = 50 * 1024 * 1024
const pagesMax = 200
const charactersMax = 1_000_000

parentPort?.on('message', async (path: string) => {
  parentPort?.postMessage(await read(path).catch((): PdfResult => ({ failure: 'unreadable' })))
})

async function read(path: string): Promise<PdfResult> {
  if (statSync(path).size > bytesMax) return { failure: 'tooLarge' }
  const document = await getDocumentProxy(new Uint8Array(readFileSync(path)))
  const pages: PdfPage[] = []
  let left = charactersMax
  for (let number = 1; number <= Math.min(document.numPages, pagesMax) && left > 0; number++) {
    const text = (await readPage(document, number)).slice(0, left)
    left -= text.length
    if (text !== '') pages.push({ page: number, text })
  }
  return pages.length > 0 ? { pages } : { failure: 'empty' }
}

type Document = Awaited<ReturnType<typeof getDocumentProxy>>

async function readPage(document: Document, number: number): Promise<string> {
  const page = await document.getPage(number)
  const { items } = await page.getTextContent()
  page.cleanup()
  const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ' '}` : '')).join('')
  return text
    .replaceAll('\0', '')
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim()
}
