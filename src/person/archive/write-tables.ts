import { getTableName } from 'drizzle-orm'
import { getContactRow } from '../../contact/contact.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { ContactId, MessageId } from '../../kernel/ids'
import type { Person, PersonRows } from '../../kernel/person/person-data'
import { walkConversation } from '../../message/contact/archive-messages.view'
import { knownOf, messagesInGroups, personOf } from '../find-person'
import { conditionsOf, listPersonRows } from '../person-rows'

/** Every declared row as JSON. Empty texts only give the event loop its turn. */
export function* writeTables(ctx: CompanyContext, contactIds: readonly ContactId[]): Generator<string> {
  const { name } = ctx.company.services.about(ctx.company.id)
  const head = { company: name, exportedAt: ctx.now.toISOString(), contactIds }
  yield `${JSON.stringify(head).slice(0, -1)},"tables":{`
  const people: Person[] = []
  for (const id of contactIds) {
    const person = personOf(ctx, knownOf(ctx, getContactRow(ctx, id)))
    const messageIds: MessageId[] = []
    for (const page of messagesInGroups(ctx, person)) {
      messageIds.push(...page)
      yield ''
    }
    people.push({ ...person, messageIds })
  }
  const readable = listPersonRows(ctx).filter(({ unreadable }) => unreadable === undefined)
  let isFirst = true
  for (const [table, declared] of Map.groupBy(readable, (rows) => getTableName(rows.table))) {
    yield `${isFirst ? '' : ','}\n${JSON.stringify(table)}:[`
    yield* writeTable(ctx, declared, people)
    yield ']'
    isFirst = false
  }
  yield '}}\n'
}

function* writeTable(ctx: CompanyContext, declared: readonly PersonRows[], people: readonly Person[]) {
  // Some rows are found in two ways.
  const seen = declared.length > 1 || people.length > 1 ? new Set<string>() : undefined
  let isFirst = true
  for (const person of people) {
    for (const rows of declared) {
      for (const found of readRows(ctx, rows, person)) {
        const texts = found.map((row) => JSON.stringify(row)).filter((text) => !seen?.has(text))
        for (const text of texts) seen?.add(text)
        yield texts.length === 0 ? '' : (isFirst ? '' : ',') + texts.join(',')
        if (texts.length > 0) isFirst = false
      }
    }
  }
}

function* readRows(ctx: CompanyContext, rows: PersonRows, person: Person): Generator<unknown[]> {
  for (const some of rows.of === 'message' ? messagesOf(ctx, person) : [person]) {
    for (const condition of conditionsOf(ctx, rows, some)) {
      yield ctx.db.select().from(rows.table).where(condition).all()
    }
  }
}

/** The person with some of her messages at a time. */
export function* messagesOf(ctx: CompanyContext, person: Person): Generator<Person> {
  for (const ticketId of person.ticketIds) {
    for (const messageIds of walkConversation(ctx, ticketId)) yield { ...person, messageIds }
  }
  for (const messageIds of messagesInGroups(ctx, person)) yield { ...person, messageIds }
}
