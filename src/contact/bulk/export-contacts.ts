import { and, asc, count, desc, eq, inArray, ne } from 'drizzle-orm'
import { channelRules } from '../../channel/channel-rules.contract'
import type { CompanyContext } from '../../kernel/company/company-context'
import { recordEvent } from '../../kernel/event/event-log'
import type { ContactId } from '../../kernel/ids'
import { assertMayExport, sendSpreadsheet } from '../../kernel/spreadsheet/write/send-spreadsheet'
import { localDay } from '../../kernel/time/time-zone'
import type { ExportContactsQuery } from './contact-bulk.calls'
import type { ContactView } from '../contact.answers'
import type { ContactFilter } from '../contact.contract'
import { contactExtraInfoTable, contactTable } from '../contact.tables'
import { actorLanguage } from '../../user/user.queries'
import { countFiltered, walkContacts } from '../list/list-contacts'
import { presentContacts } from '../list/present-contact'

/** The import recognises them. */
const exportTexts = {
  pt: {
    file: 'contatos',
    sheet: 'Contatos',
    name: 'Nome',
    number: 'Número',
    email: 'E-mail',
    tags: 'Tags',
    connection: 'Conexão',
    channel: 'Canal',
    active: 'Ativo',
    username: 'Nome de usuário',
    others: 'Outros campos',
    yes: 'Sim',
    no: 'Não',
  },
  en: {
    file: 'contacts',
    sheet: 'Contacts',
    name: 'Name',
    number: 'Number',
    email: 'E-mail',
    tags: 'Tags',
    connection: 'Connection',
    channel: 'Channel',
    active: 'Active',
    username: 'Username',
    others: 'Other fields',
    yes: 'Yes',
    no: 'No',
  },
  es: {
    file: 'contactos',
    sheet: 'Contactos',
    name: 'Nombre',
    number: 'Número',
    email: 'Correo',
    tags: 'Etiquetas',
    connection: 'Conexión',
    channel: 'Canal',
    active: 'Activo',
    username: 'Nombre de usuario',
    others: 'Otros campos',
    yes: 'Sí',
    no: 'No',
  },
}

/** Takes less than a millisecond. */
const batchSize = 100
/** Rarer ones share the last column. */
const fieldColumnsMax = 30

/** Groups only on demand; numbers masked where required; logged. @throws Refusal ERR_TOO_MANY_REQUESTS */
export function exportContacts(
  ctx: CompanyContext,
  { format, exportId, contactIds: chosen, ...given }: ExportContactsQuery,
): Response {
  assertMayExport(ctx)
  // A group has no number to import again.
  const filter: ContactFilter = { ...given, isGroup: given.isGroup || 'false' }
  const contactIds = chosen.length > 0 ? chosenToExport(ctx, chosen, given.isGroup) : []
  const { timeZone } = ctx.company.services.about(ctx.company.id)
  const texts = exportTexts[actorLanguage(ctx)]
  const rows = chosen.length > 0 ? contactIds.length : countFiltered(ctx, filter)
  ctx.transaction(() => {
    recordEvent(ctx, 'contacts.exported', {}, { format, rows, filter: { ...filter, contactIds: chosen } })
  })
  const fields = listFieldNames(ctx)
  const columns = [
    ...[texts.name, texts.number, texts.email, texts.tags, texts.connection, texts.channel, texts.active].map(
      (title, index) => ({
        title,
        width: [34, 18, 30, 24, 20, 14, 8][index],
        ...(title === texts.number && { format: 'digits' as const }),
      }),
    ),
    ...(fields.hasUsernames ? [{ title: texts.username, width: 20 }] : []),
    ...fields.own.map((title) => ({ title, width: 20 })),
    ...(fields.hasMore ? [{ title: texts.others, width: 30 }] : []),
  ]
  const batches = rowsOf(ctx, {
    contactIds: chosen.length > 0 ? contactIds : undefined,
    filter,
    fields,
    yes: texts.yes,
    no: texts.no,
  })
  const fileName = `${texts.file}-${localDay(ctx.now, timeZone)}`
  return sendSpreadsheet(ctx, { fileName, exportId, format, sheetName: texts.sheet, columns, rows: batches })
}

function chosenToExport(ctx: CompanyContext, chosen: readonly ContactId[], isGroup: ContactFilter['isGroup']) {
  const found = filterGroups(ctx, chosen, isGroup === 'true')
  return found.length === 0 && isGroup === '' ? filterGroups(ctx, chosen, true) : found
}

function filterGroups({ db }: CompanyContext, ids: readonly ContactId[], isGroup: boolean): ContactId[] {
  const isIt = and(inArray(contactTable.id, [...ids]), eq(contactTable.isGroup, isGroup))
  const found = new Set(
    db
      .select({ id: contactTable.id })
      .from(contactTable)
      .where(isIt)
      .all()
      .map(({ id }) => id),
  )
  return ids.filter((id) => found.has(id))
}

interface RowsOptions {
  contactIds: readonly ContactId[] | undefined
  filter: ContactFilter
  fields: FieldNames
  yes: string
  no: string
}

function* rowsOf(ctx: CompanyContext, options: RowsOptions): Generator<string[][]> {
  const { contactIds, filter } = options
  const batches = contactIds ? [contactIds] : walkContacts(ctx, filter, batchSize)
  for (const ids of batches) yield presentContacts(ctx, ids).map((contact) => rowOf(contact, options))
}

function rowOf(contact: ContactView, { fields, yes, no }: RowsOptions): string[] {
  const { name, number, username, email, tags, whatsapp, channel, active, extraInfo } = contact
  const valueOf = (field: string) =>
    extraInfo
      .filter((info) => info.name === field)
      .map(({ value }) => value)
      .join(', ')
  const others = extraInfo.filter((info) => !fields.own.includes(info.name))
  return [
    name,
    number,
    email,
    tags.map((tag) => tag.name).join(', '),
    whatsapp?.name ?? '',
    channelRules[channel].label,
    active ? yes : no,
    ...(fields.hasUsernames ? [username] : []),
    ...fields.own.map(valueOf),
    ...(fields.hasMore ? [others.map((info) => `${info.name}: ${info.value}`).join('; ')] : []),
  ]
}

interface FieldNames {
  hasUsernames: boolean
  own: string[]
  hasMore: boolean
}

function listFieldNames(ctx: CompanyContext): FieldNames {
  const { name } = contactExtraInfoTable
  const rows = ctx.db
    .select({ name })
    .from(contactExtraInfoTable)
    .groupBy(name)
    .orderBy(desc(count()), asc(name))
    .limit(fieldColumnsMax + 1)
    .all()
  const names = rows.map((row) => row.name)
  const withUsername = ne(contactTable.username, '')
  const named = ctx.db.select({ id: contactTable.id }).from(contactTable).where(withUsername).limit(1).get()
  return {
    hasUsernames: named !== undefined,
    own: names.slice(0, fieldColumnsMax),
    hasMore: names.length > fieldColumnsMax,
  }
}
