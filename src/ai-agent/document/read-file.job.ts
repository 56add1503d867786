import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { enqueueJob, type FreshContext, type WaitingJob } from '../../kernel/job/jobs'
import { findMedia } from '../../kernel/file/media-store'
import { isUnreachable, openMedia } from '../../kernel/file/open-media'
import { addMs } from '../../kernel/time/clock'
import { minuteMs } from '../../kernel/time/durations.contract'
import { agentRecords } from '../agent/agent.record'
import { findItem } from '../agent/item.records'
import { agentFilePartTable, agentFileTable } from '../ai-agent.tables'
import { type PdfPage, readPdf } from './read-pdf'

declare module '../../kernel/job/jobs' {
  interface JobPayloads {
    'agent.readFile': { fileId: number }
  }
}

const timeLimitMs = 180_000
const laterMs = minuteMs
const partMax = 1_500

export function readFileLater(ctx: CompanyContext, fileId: number) {
  enqueueJob(ctx, 'agent.readFile', { fileId }, { dedupeKey: `agent.readFile ${fileId}` })
}

export const readFileJob: WaitingJob<'agent.readFile'> = {
  lane: 'waiting',
  attemptsMax: 3,
  timeLimitMs,
  run: (freshContext, { fileId }, signal) => readFile(freshContext, fileId, signal),
  givenUp: (ctx, { fileId }) => ctx.transaction(() => store(ctx, fileId, [])),
}

async function readFile(freshContext: FreshContext, fileId: number, signal: AbortSignal) {
  const before = freshContext()
  const file = findFile(before, fileId)
  const media = file && findMedia(before, file.mediaId)
  if (!file || !media) return
  try {
    using opened = await openMedia(before, media)
    const result = opened ? await readPdf(opened.path, signal) : { failure: 'unreadable' }
    signal.throwIfAborted()
    const ctx = freshContext()
    ctx.transaction(() => store(ctx, fileId, 'pages' in result ? result.pages : []))
  } catch (error) {
    if (isUnreachable(error)) return addMs(freshContext().now, laterMs)
    throw error
  }
}

const findFile = ({ db }: CompanyContext, id: number) =>
  db.select().from(agentFileTable).where(eq(agentFileTable.id, id)).get()

/** Replaces the parts of a file. Without pages, its text counts as unreadable. */
function store(ctx: CompanyContext, fileId: number, pages: readonly PdfPage[]) {
  const file = findFile(ctx, fileId)
  const item = file && findItem(ctx, file.itemId)
  if (!item) return
  const { agentId } = item
  ctx.db.delete(agentFilePartTable).where(eq(agentFilePartTable.fileId, fileId)).run()
  for (const { page, text } of pages) {
    for (const part of partsOf(text)) {
      const row = { fileId, agentId, page, text: part, characters: part.length }
      ctx.db.insert(agentFilePartTable).values(row).run()
    }
  }
  const textState = pages.length > 0 ? 'read' : 'failed'
  ctx.db.update(agentFileTable).set({ textState }).where(eq(agentFileTable.id, fileId)).run()
  agentRecords.update(ctx, agentId, {})
}

/** Splits at the end of a line or sentence, else of a word. */
function partsOf(text: string): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > partMax) {
    const head = rest.slice(0, partMax)
    const ends = [head.lastIndexOf('\n'), head.lastIndexOf('. '), head.lastIndexOf(' ')]
    const end = ends.find((at) => at > partMax / 2) ?? partMax - 1
    parts.push(head.slice(0, end + 1).trim())
    rest = rest.slice(end + 1)
  }
  return [...parts, rest.trim()].filter((part) => part !== '')
}
