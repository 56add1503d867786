import * as v from 'valibot'
import { Id } from '../../kernel/http/body-values'
import { defineCalls, Done } from '../../kernel/http/calls'
import { moveInNotes, moveInReasons } from '../../kernel/move-in/move-in-reasons.contract'
import { SystemImportBody, SystemImportView, uploadPieceBytes } from './system-import.contract'

const Lines = v.array(
  v.object({
    name: v.string(),
    outcome: v.picklist(['taken', 'scan', 'runs']),
    why: v.optional(v.picklist(['unlinked', 'damaged'])),
  }),
)

/** What the screen shows of the report; the whole is a file. */
export const ReportSummary = v.object({
  isDryRun: v.boolean(),
  companies: v.array(
    v.object({
      name: v.string(),
      /** Ours; null after a dry run of a new one, and where it failed. */
      companyId: v.nullable(v.number()),
      isNew: v.boolean(),
      error: v.string(),
      tables: v.array(
        v.object({
          table: v.string(),
          read: v.number(),
          written: v.number(),
          known: v.number(),
          changed: v.number(),
          merged: v.number(),
          skipped: v.number(),
          reasons: v.array(v.object({ reason: v.picklist(moveInReasons), of: v.string(), rows: v.number() })),
        }),
      ),
      media: v.object({ found: v.number(), missing: v.number() }),
      /** The first ones. */
      notes: v.array(
        v.object({
          code: v.picklist(moveInNotes),
          values: v.record(v.string(), v.union([v.string(), v.number()])),
        }),
      ),
      notesOf: v.number(),
      lines: Lines,
    }),
  ),
  /** Rows by table. */
  leftOut: v.array(v.object({ table: v.string(), rows: v.number() })),
})
export type ReportSummary = v.InferOutput<typeof ReportSummary>

const ImportedCompanyView = v.object({
  id: v.number(),
  name: v.string(),
  movedAt: v.string(),
  liveAt: v.nullable(v.string()),
})
export type ImportedCompanyView = v.InferOutput<typeof ImportedCompanyView>

export const SystemImportPage = v.object({
  current: v.nullable(SystemImportView),
  report: v.nullable(ReportSummary),
  companies: v.array(ImportedCompanyView),
})
export type SystemImportPage = v.InferOutput<typeof SystemImportPage>

const Upload = v.object({ id: v.string(), received: v.number() })
const fileBytes = v.pipe(v.number(), v.integer(), v.minValue(1, 'empty'), v.maxValue(2 ** 45, 'tooLarge'))

export const UploadBody = v.object({
  name: v.pipe(v.string(), v.maxLength(500)),
  bytes: fileBytes,
  changedAt: v.pipe(v.number(), v.integer(), v.minValue(0)),
})

const params = v.object({ id: Id })

export const moveInCalls = defineCalls({
  'GET /system-import': { answer: SystemImportPage },
  'POST /system-import': { body: SystemImportBody, answer: SystemImportView },
  'POST /system-import/cancel': { answer: Done },
  'POST /system-import/continue': { answer: SystemImportView },
  /** After its dry run. */
  'POST /system-import/start': { answer: SystemImportView },
  'POST /system-import/forget': { answer: Done },
  'POST /system-import/uploads': { body: UploadBody, answer: Upload },
  'POST /system-import/uploads/:id/pieces': {
    params: v.object({ id: v.pipe(v.string(), v.regex(/^[0-9a-f]{24}$/)) }),
    body: v.object({ from: v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.toNumber()), file: v.file() }),
    limits: { files: { fields: { file: 1 }, fileBytesMax: uploadPieceBytes } },
    answer: Upload,
  },
  'GET /system-import/report': {
    query: v.object({ as: v.picklist(['json', 'html']), language: v.optional(v.picklist(['pt', 'en', 'es']), 'en') }),
    answer: 'file',
  },
  'POST /system-import/companies/:id/go-live': {
    params,
    body: v.object({ isStopped: v.literal(true, 'required') }),
    answer: v.object({ connecting: v.array(v.string()), waiting: v.array(v.string()) }),
  },
  'POST /system-import/companies/:id/undo': {
    params,
    body: v.object({ name: v.pipe(v.string(), v.maxLength(200)) }),
    answer: Done,
  },
})
