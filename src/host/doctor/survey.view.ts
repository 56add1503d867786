import { desc, gte, count, isNotNull, sql, sum } from 'drizzle-orm'
import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { connectionTable } from '../../connection/connection.tables'
import { identityTable } from '../../kernel/company/identity.tables'
import { findDamage, openDatabase } from '../../kernel/database/database'
import { listColumnsLike } from '../../kernel/database/listed-columns'
import { openDrizzle } from '../../kernel/database/kept-texts'
import { mediaTable, mediaUploadTable } from '../../kernel/file/media.tables'
import { dayMs } from '../../kernel/time/durations.contract'
import { messageTable } from '../../message/message.tables'
import { databaseBytes } from '../../platform/company/stored-bytes'
import { companyTable } from '../../platform/platform.tables'
import type { CatalogSurvey, CompanySurvey, LineSurvey, MediaSurvey, SurveyOrder } from './survey'

type Drizzle = ReturnType<typeof openDrizzle>

const weekDays = 7
/** The sweep deletes what is older than seven days, each night. */
const sweptAfterMs = 9 * dayMs

const noMedia: MediaSurvey = { lost: 0, lostExample: '', unrecorded: 0, unrecordedBytes: 0, inBucket: 0, waiting: 0 }

/** Reads a whole file: call it in a worker. */
export function surveyCatalog({ folder }: SurveyOrder): CatalogSurvey {
  const path = join(folder, 'platform.sqlite')
  const survey: CatalogSurvey = { exists: existsSync(path), walBytes: walBytes(path), companies: [] }
  if (!survey.exists) return survey
  const damage = reading(path, (db) => {
    const { id, name } = companyTable
    survey.companies = db.select({ id, name }).from(companyTable).orderBy(id).all()
  })
  return { ...survey, damage }
}

export function surveyCompany({ folder, companyId, nowMs }: SurveyOrder): CompanySurvey {
  const path = join(folder, 'company.sqlite')
  const survey: CompanySurvey = {
    exists: existsSync(path),
    walBytes: walBytes(path),
    lines: [],
    media: noMedia,
    bytesADay: 0,
  }
  if (!survey.exists) return survey
  const damage = reading(path, (db) => {
    const owner = db.select().from(identityTable).get()?.companyId
    if (owner !== companyId) survey.belongsTo = owner ?? 0
    survey.lines = readLines(db)
    survey.media = compareMedia(db, join(folder, 'media'), nowMs - sweptAfterMs)
    survey.bytesADay = growth(db, folder, new Date(nowMs - weekDays * dayMs))
  })
  return { ...survey, damage }
}

const walBytes = (path: string) => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0

/** Returns what is wrong. Later questions may still be answered by a damaged file. */
function reading(path: string, read: (db: Drizzle) => void): string | undefined {
  try {
    const sqlite = openDatabase(path, { readonly: true })
    try {
      const damage = findDamage(sqlite)
      try {
        read(openDrizzle(sqlite))
      } catch (error) {
        return damage ?? messageOf(error)
      }
      return damage
    } finally {
      sqlite.close()
    }
  } catch (error) {
    return messageOf(error)
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function readLines(db: BunSQLiteDatabase): LineSurvey[] {
  const { id, name, channel, status, wanted, lastError, lastMessageAt } = connectionTable
  return db
    .select({ id, name, channel, status, wanted, lastError, lastMessageAt })
    .from(connectionTable)
    .orderBy(id)
    .all()
    .map(({ lastMessageAt: at, ...line }) => ({ ...line, lastEventAt: at.getTime() > 0 ? at.toISOString() : null }))
}

const monthFolder = /^\d{4}-\d{2}$/

function compareMedia(db: Drizzle, folder: string, sweptBeforeMs: number): MediaSurvey {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => monthFolder.test(name)) : []
  const files = new Set(names.flatMap((month) => readdirSync(join(folder, month))))
  const { inBucket, waiting } = readBucket(db)
  const found = { ...noMedia, inBucket: inBucket.size, waiting }
  for (const { key } of db.select({ key: mediaTable.key }).from(mediaTable).orderBy(desc(mediaTable.id)).all()) {
    if (files.delete(key) || inBucket.has(key)) continue
    found.lost++
    found.lostExample ||= join(folder, key.slice(0, 7), key)
  }
  for (const key of files) {
    const file = statSync(join(folder, key.slice(0, 7), key), { throwIfNoEntry: false })
    if (!file || file.ctimeMs >= sweptBeforeMs) continue
    found.unrecorded++
    found.unrecordedBytes += file.size
  }
  return found
}

function readBucket(db: Drizzle) {
  // A file that a newer release has not opened yet has no such column.
  if (listColumnsLike(db.$client, 'object\\_key').length === 0) return { inBucket: new Set<string>(), waiting: 0 }
  const { key, objectKey } = mediaTable
  const rows = db.select({ key }).from(mediaTable).where(isNotNull(objectKey)).all()
  const waiting = db.select({ n: count() }).from(mediaUploadTable).get()?.n ?? 0
  return { inBucket: new Set(rows.map((row) => row.key)), waiting }
}

/** Files by their records, and the database by the share of its messages that are new. */
function growth(db: BunSQLiteDatabase, folder: string, since: Date) {
  const isNew = gte(mediaTable.createdAt, since)
  const fileBytes = Number(
    db
      .select({ bytes: sum(mediaTable.size) })
      .from(mediaTable)
      .where(isNew)
      .get()?.bytes ?? 0,
  )
  const { createdAt } = messageTable
  const messages = db
    .select({ all: count(), recent: sql<number>`count(*) FILTER (WHERE ${gte(createdAt, since)})` })
    .from(messageTable)
    .get()
  const share = messages && messages.all > 0 ? messages.recent / messages.all : 0
  return Math.round((fileBytes + databaseBytes(folder) * share) / weekDays)
}
