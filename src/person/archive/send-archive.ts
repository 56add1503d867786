import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { actingUserId } from '../../kernel/company/actor'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import { streamPieces } from '../../kernel/http/stream-pieces'
import type { ContactId } from '../../kernel/ids'
import { publishNow } from '../../kernel/live/live'
import { localDay, timeZoneOf } from '../../kernel/time/time-zone'
import { audit, type Platform } from '../../platform/platform'
import { getPersonContact } from '../erase/find-erasure'
import type { ArchiveQuery } from '../person.contract'
import { archiveTexts } from './archive-texts'
import { writeArchive } from './write-archive'

declare module '../../kernel/event/event-log' {
  interface RequiredSubjects {
    person: 'contactId'
  }

  interface EventPayloads {
    'person.exported': object
  }
}

const atOnceMax = 2
const publishedEachMs = 250
const running = perCompany(() => ({ count: 0 }))

/** Streams the archive, so that no copy of it stays here. Logged. @throws Refusal */
export function sendArchive(platform: Platform, ctx: CompanyContext, contactId: ContactId, { exportId }: ArchiveQuery) {
  getPersonContact(ctx, contactId)
  const counted = running(ctx.company)
  if (counted.count >= atOnceMax) refuse('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds: 10 })
  noteExport(platform, ctx, contactId)
  const { company } = ctx
  company.pins++
  counted.count++
  const body = streamPieces(followed(ctx, contactId, exportId), () => {
    company.pins--
    counted.count--
  })
  const { file } = archiveTexts[ctx.company.services.about(ctx.company.id).language]
  const name = `${file}-${contactId}-${localDay(ctx.now, timeZoneOf(ctx))}.zip`
  return new Response(body, {
    headers: { 'content-type': 'application/zip', 'content-disposition': `attachment; filename="${name}"` },
  })
}

export function noteExport(platform: Platform, ctx: CompanyContext, contactId: ContactId) {
  ctx.transaction(() => void recordEvent(ctx, 'person.exported', { contactId }, {}))
  const by = { companyId: ctx.company.id, userId: actingUserId(ctx.actor) }
  audit(platform, 'person.exported', by, { contactId })
}

async function* followed(ctx: CompanyContext, contactId: ContactId, exportId: string | undefined) {
  const topics = [`user:${actingUserId(ctx.actor)}`]
  let publishedMs = -Infinity
  for await (const { bytes, messages } of writeArchive(ctx, [contactId])) {
    yield bytes
    if (exportId === undefined || performance.now() - publishedMs < publishedEachMs) continue
    publishedMs = performance.now()
    publishNow(ctx, { topics, event: 'exportProgress', data: { exportId, rows: messages } })
  }
}
