import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { channelNames, cloudChannel } from '../channel/channel-rules.contract'
import type { CompanyContext } from '../kernel/company/company-context'
import { randomToken } from '../kernel/ids'
import { unusedName } from '../kernel/move-in/free-choice'
import type { MoveIn, MoveInStep, SourceRow } from '../kernel/move-in/move-in-step'
import { flagOf, numberOf, textOf, timesOf } from '../kernel/move-in/source-values'
import { keysOf } from '../kernel/typed-object.contract'
import { openingHoursOf } from '../queue/hours/opening-hours.move-in'
import { ConnectionOptions } from './connection.contract'
import { getConnection, listConnections } from './connection.queries'
import { connectionQueueTable, connectionTable } from './connection.tables'
import { tokenColumns } from './save/connection-token'

const tokenLength = 30

/** Days as `2025-01-31` or with a time. */
const dayOf = (value: string | null | undefined) => /^\d{4}-\d\d-\d\d/.exec(value ?? '')?.[0] ?? ''

/** Each as our form takes it, or as it is for a new connection. References to rows that come later are not among them. */
function optionsOf({ find }: MoveIn, row: SourceRow): ConnectionOptions {
  const given: Record<string, unknown> = {
    maxUseBotQueues: row['maxUseBotQueues'],
    timeUseBotQueues: row['timeUseBotQueues'],
    expiresTicket: row['expiresTicket'],
    whenExpiresTicket: row['whenExpiresTicket'],
    expiresTicketNPS: row['expiresTicketNPS'],
    maxUseBotQueuesNPS: row['maxUseBotQueuesNPS'],
    expiresInactiveMessage: row['expiresInactiveMessage'],
    timeInactiveMessage: row['timeInactiveMessage'],
    inactiveMessage: row['inactiveMessage'],
    timeSendQueue: row['timeSendQueue'],
    sendIdQueue: find('Queues', row['sendIdQueue']) ?? null,
    collectiveVacationStart: dayOf(row['collectiveVacationStart']),
    collectiveVacationEnd: dayOf(row['collectiveVacationEnd']),
    collectiveVacationMessage: row['collectiveVacationMessage'],
    integrationId: find('QueueIntegrations', row['integrationId']) ?? null,
  }
  const options: Record<string, unknown> = {}
  for (const key of keysOf(ConnectionOptions.entries)) {
    const value = given[key]
    if (value === undefined || value === null || value === '') continue
    const numeric = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
    for (const tried of [numeric, value])
      if (v.safeParse(ConnectionOptions.entries[key], tried).success) options[key] ??= tried
  }
  return v.parse(ConnectionOptions, options)
}

const channels: Record<string, (typeof channelNames)[number]> = {
  whatsapp_oficial: cloudChannel,
  ...Object.fromEntries(channelNames.map((name) => [name, name])),
}

function setOption(name: 'promptId' | 'flowIdWelcome' | 'flowIdNotPhrase') {
  return ({ ctx }: MoveIn, id: number, value: number) => {
    const { options } = getConnection(ctx, id)
    if (name === 'promptId' && options.integrationId) return
    ctx.db
      .update(connectionTable)
      .set({ options: { ...options, [name]: value } })
      .where(eq(connectionTable.id, id))
      .run()
  }
}

const connections: MoveInStep = {
  table: 'Whatsapps',
  take(moveIn, row) {
    const { ctx, later } = moveIn
    const others = ctx.db
      .select({ key: connectionTable.nameKey, isDefault: connectionTable.isDefault })
      .from(connectionTable)
      .all()
    const { name, nameKey } = unusedName(
      textOf(row['name']),
      others.map(({ key }) => key),
      { missing: 'WhatsApp' },
    )
    if (name !== textOf(row['name'])) moveIn.note('renamed', { was: textOf(row['name'], 200), now: name })
    const channel = channels[row['channel'] || 'whatsapp']
    if (!channel) moveIn.note('channelUnknown', { name, channel: textOf(row['channel'], 50) })
    const { id } = ctx.db
      .insert(connectionTable)
      .values({
        name,
        nameKey,
        channel: channel ?? 'whatsapp',
        provider: textOf(row['provider'], 20) || 'beta',
        number: textOf(row['number'] ?? row['phone_number'])
          .replace(/\D/g, '')
          .slice(0, 20),
        isDefault: flagOf(row['isDefault']) && !others.some(({ isDefault }) => isDefault),
        ...tokenColumns(ctx, textOf(row['token']).trim() || randomToken(tokenLength)),
        allowGroup: flagOf(row['allowGroup'], moveIn.dialect !== 'G'),
        groupAsTicket: flagOf(row['groupAsTicket']),
        greetingMessage: textOf(row['greetingMessage'], 4096),
        complationMessage: textOf(row['complationMessage'] || row['farewellMessage'], 4096),
        outOfHoursMessage: textOf(row['outOfHoursMessage'], 4096),
        ratingMessage: textOf(row['ratingMessage'], 4096),
        timeCreateNewTicket: numberOf(row['timeCreateNewTicket'], { max: 60 * 24 * 365 }),
        options: optionsOf(moveIn, row),
        schedules: openingHoursOf(row['schedules']) ?? [],
        ...timesOf(row),
      })
      .returning({ id: connectionTable.id })
      .get()
    later('connection.prompt', id, 'Prompts', row['promptId'])
    later('connection.welcome', id, 'FlowBuilders', row['flowIdWelcome'])
    later('connection.notPhrase', id, 'FlowBuilders', row['flowIdNotPhrase'])
    moveIn.attach('connection', id, { path: row['greetingMediaAttachment'], at: timesOf(row).createdAt })
    return id
  },
  flush({ ctx, isInUse }) {
    const all = isInUse ? [] : listConnections(ctx)
    const [first] = all
    if (!first || first.isDefault) return
    ctx.db.update(connectionTable).set({ isDefault: true }).where(eq(connectionTable.id, first.id)).run()
  },
  settle: {
    'connection.prompt': setOption('promptId'),
    'connection.welcome': setOption('flowIdWelcome'),
    'connection.notPhrase': setOption('flowIdNotPhrase'),
  },
  files: {
    connection: {
      kind: 'connection',
      placed: ({ ctx }, id, media) =>
        void ctx.db.update(connectionTable).set({ greetingMediaId: media.id }).where(eq(connectionTable.id, id)).run(),
    },
  },
}

const connectionQueues: MoveInStep = {
  table: 'WhatsappQueues',
  owner: { column: 'whatsappId', table: 'Whatsapps' },
  key: (row) => `${row['whatsappId']}:${row['queueId']}`,
  take({ ctx, find }, row) {
    const [connectionId, queueId] = [find('Whatsapps', row['whatsappId']), find('Queues', row['queueId'])]
    if (connectionId === undefined || queueId === undefined) return { skipped: 'parent Whatsapps, Queues' }
    ctx.db.insert(connectionQueueTable).values({ connectionId, queueId }).onConflictDoNothing().run()
    return 0
  },
}

export const connectionMoveIn = { connections, connectionQueues }

/** Of every connection that has none of its own. */
export function setDefaultFlows(
  ctx: CompanyContext,
  flows: { flowIdWelcome: number | null; flowIdNotPhrase: number | null },
) {
  for (const { id, options } of listConnections(ctx)) {
    const welcome = options.flowIdWelcome ?? flows.flowIdWelcome
    const notPhrase = options.flowIdNotPhrase ?? flows.flowIdNotPhrase
    const changed = { ...options, flowIdWelcome: welcome, flowIdNotPhrase: notPhrase }
    ctx.db.update(connectionTable).set({ options: changed }).where(eq(connectionTable.id, id)).run()
  }
}
