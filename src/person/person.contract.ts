import * as v from 'valibot'
import { ExportId } from '../kernel/spreadsheet/write/export-progress.contract'

export const ArchiveQuery = v.object({ exportId: ExportId })
export type ArchiveQuery = v.InferOutput<typeof ArchiveQuery>

export const ErasePersonBody = v.object({ name: v.string() })

export const isConfirmed = (typed: string, name: string) => plain(typed) === plain(name)
const plain = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()
