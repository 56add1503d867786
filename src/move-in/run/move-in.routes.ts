import { Elysia } from 'elysia'
import { answerCalls } from '../../kernel/http/answer-calls'
import { refuse, required } from '../../kernel/errors'
import type { SuperUserGuard } from '../../kernel/http/user-guard'
import type { Platform } from '../../platform/platform'
import { goLive } from '../imported/go-live'
import { listImported } from '../imported/imported-companies'
import { assertUndoable, undoImport } from '../imported/undo-import'
import { renderReport } from '../report/render-report'
import { summarizeReport } from '../report/summarize-report'
import {
  cancelImport,
  continueImport,
  findImport,
  findImportReport,
  forgetImport,
  startAfterDryRun,
  startImport,
} from './import-runs'
import { moveInCalls } from './move-in.calls'
import type { SystemImport } from './import-system'
import type { SystemImportBody } from './system-import.contract'
import { appendPiece, beginUpload, sourcePath } from './upload-dump'

const done = { ok: true } as const

export function moveInRoutes(guard: SuperUserGuard, platform: Platform) {
  return answerCalls(new Elysia({ name: 'move-in-routes' }).use(guard), moveInCalls, {
    'GET /system-import': () => pageOf(platform),
    'POST /system-import': ({ operator, body }) => startImport(platform, operator, orderOf(platform, body)),
    'POST /system-import/cancel': async () => {
      await cancelImport(platform)
      return done
    },
    'POST /system-import/continue': ({ operator }) => continueImport(platform, operator),
    'POST /system-import/start': ({ operator }) => startAfterDryRun(platform, operator),
    'POST /system-import/forget': () => {
      forgetImport(platform)
      return done
    },
    'POST /system-import/uploads': ({ body }) => beginUpload(platform, body),
    'POST /system-import/uploads/:id/pieces': ({ params, body }) =>
      appendPiece(platform, params.id, body.from, body.file),
    'GET /system-import/report': ({ query }) => reportFile(platform, query),
    'POST /system-import/companies/:id/go-live': ({ operator, params }) => goLive(platform, operator, params.id),
    'POST /system-import/companies/:id/undo': async ({ operator, params, body }) => {
      const { name } = assertUndoable(platform, operator, params.id)
      if (body.name !== name) refuse('ERR_INVALID_INPUT', { fields: { name: 'unknown' } })
      await undoImport(platform, operator, params.id)
      return done
    },
  })
}

function pageOf(platform: Platform) {
  const current = findImport(platform)
  const report = current?.hasReport ? findImportReport(platform) : undefined
  return { current, report: report ? summarizeReport(report) : null, companies: listImported(platform) }
}

function orderOf(platform: Platform, body: SystemImportBody): SystemImport {
  const { system, media, company, redis, since, keepSuper, suffixEmail, dryRun } = body
  return {
    system,
    source: sourcePath(platform, body.source),
    media: media || undefined,
    company: company ? Number(company) : undefined,
    redis: redis || undefined,
    since: since ? new Date(since) : undefined,
    keepSuper,
    suffixEmail,
    dryRun,
  }
}

function reportFile(platform: Platform, { as, language }: { as: 'json' | 'html'; language: 'pt' | 'en' | 'es' }) {
  const report = required(findImportReport(platform), 'ERR_NO_IMPORT_FOUND')
  const text = as === 'json' ? JSON.stringify(report, undefined, 2) : renderReport(report, language)
  const type = as === 'json' ? 'application/json' : 'text/html; charset=utf-8'
  const headers = { 'content-type': type, 'content-disposition': `attachment; filename="import.${as}"` }
  return new Response(text, { headers })
}
