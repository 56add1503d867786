import type { Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'

/** Prints the page on A4 and returns the text of all sheets, with single spaces. */
export async function printedText(page: Page): Promise<string> {
  const file = await page.pdf({ format: 'A4' })
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(file)), { mergePages: true })
  return text.replace(/\s+/g, ' ')
}
