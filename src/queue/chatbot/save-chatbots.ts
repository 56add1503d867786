import { eq } from 'drizzle-orm'
import { type CompanyContext, requirePlan } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { refuse } from '../../kernel/errors'
import type { QueueId } from '../../kernel/ids'
import { type ChatbotBody, chatbotErrors, type ChatbotKind, targetFieldOf } from './chatbot.contract'
import { type ChatbotRow, listChatbotRows } from './chatbot.queries'
import { chatbotTable } from './chatbot.tables'
import { findQueue, botRecordExists } from '../queue.queries'
import { pick } from '../../kernel/typed-object.contract'

interface ChatbotCounts {
  chatbotCount: number
  lostTargetCount: number
}

/** In the caller's transaction; ids stay. @throws Refusal ERR_INVALID_INPUT with paths such as `chatbots.0.options.2.name` */
export function saveChatbots(ctx: CompanyContext, queueId: QueueId, tree: readonly ChatbotBody[]): ChatbotCounts {
  const known = new Map(listChatbotRows(ctx, queueId).map((row) => [row.id, row]))
  assertTree(ctx, tree, known)
  const unused = new Map(known)
  const counts = { chatbotCount: 0, lostTargetCount: 0 }

  function saveLevel(options: readonly ChatbotBody[], parentId: number | null) {
    for (const [position, option] of options.entries()) {
      const before = option.id === null ? undefined : unused.get(option.id)
      const row = { ...columnsOf(option, before), queueId, parentId, position }
      counts.chatbotCount++
      if (row.lostTarget) counts.lostTargetCount++
      const id = before?.id ?? statements.insert.get(ctx, row)?.id ?? 0
      if (before) statements.update.run(ctx, { ...row, id })
      unused.delete(id)
      saveLevel(option.options, id)
    }
  }
  saveLevel(tree, null)
  for (const id of unused.keys()) statements.remove.run(ctx, { id })
  return counts
}

type Columns = Omit<ChatbotRow, 'id'>

/** An option keeps only the target of its kind; with an agent also the queue. */
function columnsOf(option: ChatbotBody, before: ChatbotRow | undefined) {
  const { name, greetingMessage, queueType, closeTicket, lostTarget } = option
  const isOf = (...kinds: ChatbotBody['queueType'][]) => kinds.includes(queueType)
  return {
    name,
    greetingMessage,
    queueType,
    closeTicket,
    optQueueId: isOf('queue', 'attendent') ? option.optQueueId : null,
    optUserId: isOf('attendent') ? option.optUserId : null,
    optIntegrationId: isOf('integration') ? option.optIntegrationId : null,
    optFileId: isOf('file') ? option.optFileId : null,
    lostTarget: isOf('text') && (lostTarget ?? before?.lostTarget ?? false),
  }
}

const written = (row: Columns) => {
  const option = pick(row, 'queueId', 'parentId', 'position', 'name', 'greetingMessage', 'queueType', 'closeTicket')
  return { ...option, ...pick(row, 'optQueueId', 'optUserId', 'optIntegrationId', 'optFileId', 'lostTarget') }
}

// Hundreds of options are written at once.
const statements = {
  insert: statement((db, row: Columns) =>
    db.insert(chatbotTable).values(written(row)).returning({ id: chatbotTable.id }),
  ),
  update: statement((db, row: ChatbotRow) =>
    db.update(chatbotTable).set(written(row)).where(eq(chatbotTable.id, row.id)),
  ),
  remove: statement((db, { id }: { id: number }) => db.delete(chatbotTable).where(eq(chatbotTable.id, id))),
}

function assertTree(ctx: CompanyContext, tree: readonly ChatbotBody[], known: ReadonlyMap<number, ChatbotRow>) {
  const fields = chatbotErrors(tree)
  const seen = new Set<number>()
  const exists = targetChecks(ctx)

  function look(options: readonly ChatbotBody[], path: string) {
    for (const [index, option] of options.entries()) {
      const at = `${path}.${index}`
      const { id, queueType } = option
      if (id !== null && (!known.has(id) || seen.has(id))) fields[`${at}.id`] = 'unknown'
      if (id !== null) seen.add(id)
      for (const [kind, field] of targetsOf(queueType)) {
        const target = option[field]
        // A deleted target is cleared; the plan may have changed.
        const stays = id !== null && known.get(id)?.[field] === target
        if (target && !stays && !exists(kind, target)) fields[`${at}.${field}`] = 'unknown'
      }
      look(option.options, `${at}.options`)
    }
  }
  look(tree, 'chatbots')
  if (Object.keys(fields).length > 0) refuse('ERR_INVALID_INPUT', { fields })
}

function targetsOf(kind: ChatbotKind) {
  const own = kind === 'text' ? [] : [[kind, targetFieldOf[kind]] as const]
  return kind === 'attendent' ? [...own, ['queue', targetFieldOf.queue] as const] : own
}

function targetChecks(ctx: CompanyContext) {
  const { hasFileList, hasUser } = ctx.company.services.ports.queueTargets
  const known = new Map<string, boolean>()
  const checks = {
    attendent: (id: number) => hasUser(ctx, id),
    queue: (id: number) => findQueue(ctx, id) !== undefined,
    file: (id: number) => hasFileList(ctx, id),
    integration: (id: number) => {
      requirePlan(ctx, 'useIntegrations')
      return botRecordExists(ctx, 'integration', id)
    },
  }
  return (kind: keyof typeof checks, id: number) => {
    const key = `${kind} ${id}`
    const found = known.get(key) ?? checks[kind](id)
    known.set(key, found)
    return found
  }
}
