import { count, eq, isNull, and, sql } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { takenBy, unusedColour, unusedName } from '../kernel/move-in/free-choice'
import type { MoveIn, MoveInStep, SourceRow, Taken } from '../kernel/move-in/move-in-step'
import { flagOf, numberOf, parsedOr, textOf, timesOf } from '../kernel/move-in/source-values'
import * as v from 'valibot'
import { cleanName } from '../kernel/text/name-text.contract'
import { chatbotDepthMax, chatbotKinds, targetFieldOf, type ChatbotKind } from './chatbot/chatbot.contract'
import { chatbotTable } from './chatbot/chatbot.tables'
import { openingHoursOf } from './hours/opening-hours.move-in'
import { HexColour } from './queue.contract'
import { queueTable } from './queue.tables'

const queues: MoveInStep = {
  table: 'Queues',
  take(moveIn, row) {
    const { ctx } = moveIn
    const others = () => ctx.db.select({ key: queueTable.nameKey, color: queueTable.color }).from(queueTable).all()
    const names = takenBy(moveIn, 'name', () => others().map(({ key }) => key))
    const colours = takenBy(moveIn, 'colour', () => others().map((other) => other.color))
    const { name, nameKey } = unusedName(textOf(row['name']), names, { missing: 'Fila' })
    if (name !== textOf(row['name'])) moveIn.note('renamed', { was: textOf(row['name'], 200), now: name })
    const given = parsedOr(v.optional(HexColour), row['color'] ?? undefined, undefined)
    const color = unusedColour(given, colours)
    names.add(nameKey)
    colours.add(color)
    if (color !== given) moveIn.note('colourChanged', { name, was: textOf(row['color'], 50), now: color })
    const tempoRoteador = numberOf(row['tempoRoteador'], { max: 1440 })
    return ctx.db
      .insert(queueTable)
      .values({
        name,
        nameKey,
        color,
        greetingMessage: textOf(row['greetingMessage'], 4096),
        outOfHoursMessage: textOf(row['outOfHoursMessage'], 4096),
        orderQueue: numberOf(row['orderQueue'], { max: 100_000 }),
        ativarRoteador: flagOf(row['ativarRoteador']) && tempoRoteador > 0,
        tempoRoteador,
        closeTicket: flagOf(row['closeTicket']),
        integrationId: moveIn.find('QueueIntegrations', row['integrationId']) ?? null,
        fileListId: moveIn.find('Files', row['fileListId']) ?? null,
        schedules: openingHoursOf(row['schedules']) ?? [],
        ...timesOf(row),
      })
      .returning({ id: queueTable.id })
      .get().id
  },
}

interface Option {
  queueId: number
  parentId: number | null
  kind: ChatbotKind
  /** Theirs. */
  target?: { table: string; old: string | null | undefined }
}

/** The end of a menu, or a step to what is below it. */
function addOption({ ctx, find, note }: MoveIn, row: SourceRow, { queueId, parentId, kind, target }: Option): Taken {
  if (depthOf(ctx, parentId) >= chatbotDepthMax) return { skipped: `tooDeep ${chatbotDepthMax}` }
  const level = and(
    eq(chatbotTable.queueId, queueId),
    parentId === null ? isNull(chatbotTable.parentId) : eq(chatbotTable.parentId, parentId),
  )
  const position = ctx.db.select({ n: count() }).from(chatbotTable).where(level).get()?.n ?? 0
  const name = cleanName(textOf(row['name'] ?? row['title'], 100)) || String(position + 1)
  const targetId = target ? (find(target.table, target.old) ?? null) : null
  const lostTarget = kind !== 'text' && targetId === null
  if (lostTarget) note('targetLost', { name })
  const { id } = ctx.db
    .insert(chatbotTable)
    .values({
      queueId,
      parentId,
      position,
      name,
      greetingMessage: textOf(row['greetingMessage'] ?? row['message'], 4096),
      queueType: kind,
      closeTicket: flagOf(row['closeTicket'] ?? row['exitChatbot']) && (kind === 'text' || kind === 'file'),
      ...(kind === 'text' ? {} : { [targetFieldOf[kind]]: targetId }),
      ...(kind === 'attendent' ? { optQueueId: find('Queues', row['optQueueId']) ?? null } : {}),
      lostTarget,
    })
    .returning({ id: chatbotTable.id })
    .get()
  ctx.db
    .update(queueTable)
    .set({
      chatbotCount: sql`${queueTable.chatbotCount} + 1`,
      lostTargetCount: sql`${queueTable.lostTargetCount} + ${Number(lostTarget)}`,
      closeTicket: false,
    })
    .where(eq(queueTable.id, queueId))
    .run()
  return id
}

function depthOf({ db }: CompanyContext, id: number | null) {
  let depth = 0
  let parent = id
  for (; parent !== null; depth++)
    parent =
      db.select({ id: chatbotTable.parentId }).from(chatbotTable).where(eq(chatbotTable.id, parent)).get()?.id ?? null
  return depth
}

const queueOf = ({ db }: CompanyContext, optionId: number) =>
  db.select({ id: chatbotTable.queueId }).from(chatbotTable).where(eq(chatbotTable.id, optionId)).get()?.id

/** Undefined for another company's. */
function placeOf(
  { ctx, find }: MoveIn,
  table: string,
  queue: string | null | undefined,
  parent: string | null | undefined,
) {
  const parentId = find(table, parent)
  const queueId = parentId === undefined ? find('Queues', queue) : queueOf(ctx, parentId)
  if (queueId === undefined || (parent && parentId === undefined)) return undefined
  return { queueId, parentId: parentId ?? null }
}

const chatbots: MoveInStep = {
  table: 'Chatbots',
  owner: 'any',
  take(moveIn, row) {
    const place = placeOf(moveIn, 'Chatbots', row['queueId'], row['chatbotId'])
    if (!place) return undefined
    const kind = chatbotKinds.find((one) => one === row['queueType']) ?? 'text'
    const targets = {
      text: undefined,
      attendent: { table: 'Users', old: row['optUserId'] },
      queue: { table: 'Queues', old: row['optQueueId'] },
      integration: { table: 'QueueIntegrations', old: row['optIntegrationId'] },
      file: { table: 'Files', old: row['optFileId'] },
    }
    const target = targets[kind]
    return addOption(moveIn, row, { ...place, kind, ...(target && { target }) })
  },
}

const queueOptions: MoveInStep = {
  table: 'QueueOptions',
  owner: 'any',
  take(moveIn, row) {
    const place = placeOf(moveIn, 'QueueOptions', row['queueId'], row['parentId'])
    if (!place) return undefined
    if (moveIn.dialect === 'G' && queueHasOptions(moveIn.ctx, place)) return { skipped: 'newerOptions' }
    const forward = row['forwardQueueId']
    const target = { table: 'Queues', old: forward }
    return addOption(moveIn, row, { ...place, kind: forward ? 'queue' : 'text', ...(forward ? { target } : {}) })
  },
}

function queueHasOptions({ db }: CompanyContext, { queueId, parentId }: { queueId: number; parentId: number | null }) {
  if (parentId !== null) return false
  const queue = db.select({ n: queueTable.chatbotCount }).from(queueTable).where(eq(queueTable.id, queueId)).get()
  return (queue?.n ?? 0) > 0
}

export const queueMoveIn = { queues, chatbots, queueOptions }
