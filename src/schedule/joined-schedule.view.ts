import { eq, getTableColumns, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { connectionTable } from '../connection/connection.tables'
import { contactTable } from '../contact/contact.tables'
import type { CompanyContext } from '../kernel/company/company-context'
import { listTable } from '../kernel/database/expressions'
import { statement } from '../kernel/database/statement'
import { mediaTable } from '../kernel/file/media.tables'
import { queueTable } from '../queue/queue.tables'
import { userTable } from '../user/user.tables'
import { scheduleTable } from './schedule.tables'

// List and calendar show contact, connection, users and queue.
const picture = alias(mediaTable, 'picture')
const owner = alias(userTable, 'owner')

const { searchText, ...columns } = getTableColumns(scheduleTable)

const byIds = statement((db, { ids }: { ids: readonly number[] }) => {
  const requested = listTable(ids)
  return db
    .select({
      ...columns,
      contactName: contactTable.name,
      contactNumber: contactTable.number,
      contactIsGroup: contactTable.isGroup,
      pictureKey: picture.key,
      connectionName: connectionTable.name,
      userName: userTable.name,
      queueName: queueTable.name,
      queueColor: queueTable.color,
      ticketUserName: owner.name,
      mediaKey: mediaTable.key,
      mediaName: mediaTable.name,
    })
    .from(requested.table)
    .innerJoin(scheduleTable, eq(scheduleTable.id, requested.value))
    .innerJoin(contactTable, eq(contactTable.id, scheduleTable.contactId))
    .leftJoin(picture, eq(picture.id, contactTable.pictureMediaId))
    .leftJoin(connectionTable, eq(connectionTable.id, scheduleTable.connectionId))
    .leftJoin(userTable, eq(userTable.id, scheduleTable.userId))
    .leftJoin(queueTable, eq(queueTable.id, scheduleTable.queueId))
    .leftJoin(owner, eq(owner.id, scheduleTable.ticketUserId))
    .leftJoin(mediaTable, eq(mediaTable.id, scheduleTable.mediaId))
    .orderBy(sql`listed.key`)
})

export type JoinedSchedule = ReturnType<typeof byIds.all>[number]

export const joinSchedules = (ctx: CompanyContext, ids: readonly number[]) => byIds.all(ctx, { ids })
