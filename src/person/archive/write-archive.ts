import { createTurns } from '../../kernel/company/batches'
import { type CompanyContext, createContext } from '../../kernel/company/company-context'
import { createZip } from '../../kernel/file/zip-writer'
import type { ContactId } from '../../kernel/ids'
import { zipFile } from './archive-files'
import { type Files, writePage } from './write-page'
import { writeTables } from './write-tables'

export interface ArchivePart {
  bytes: Uint8Array<ArrayBuffer>
  /** Messages written to the page so far. */
  messages: number
}

/** A ZIP of a page for people, `dados.json` for programs and the files. @param contactIds of one person */
export async function* writeArchive(
  given: CompanyContext,
  contactIds: readonly ContactId[],
): AsyncGenerator<ArchivePart> {
  const fresh = () => createContext(given.company, given.actor)
  const zip = createZip()
  const turn = createTurns()
  const files: Files = new Map()
  let messages = 0
  const part = (bytes: Uint8Array) => ({ bytes: bytes as Uint8Array<ArrayBuffer>, messages })

  yield part(zip.open('index.html'))
  for (const piece of writePage(fresh(), contactIds, files)) {
    messages += piece.messages
    yield part(zip.write(piece.html))
    await turn()
  }
  yield part(zip.close())
  yield part(zip.open('dados.json'))
  for (const text of writeTables(fresh(), contactIds)) {
    if (text !== '') yield part(zip.write(text))
    await turn()
  }
  yield part(zip.close())
  for (const file of files.values()) {
    for await (const bytes of zipFile(fresh(), zip, file)) {
      yield part(bytes)
      await turn()
    }
  }
  yield part(zip.end())
}
