import { and, eq, notInArray } from 'drizzle-orm'
import type { ContactSwitches } from './contact.events'
import { inBatches, type WorkFor } from '../kernel/company/batches'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import type { ConnectionId, ContactId, UserId } from '../kernel/ids'
import { deleteMedia } from '../kernel/file/media-store'
import { contactNameMin, type CreateContactBody, type UpdateContactBody } from './contact.contract'
import { canChangeWallet, canDeleteContact } from './contact.policy'
import { type ContactRow, findContactIdByIdentity, getContactRow, phoneIdentity } from './contact.queries'
import { contactExtraInfoTable, contactIdentityTable, contactTable } from './contact.tables'
import { countGuess } from './number/limit-guesses'
import { maskContact, maskNumber, unmasked } from './number/mask-number'
import { digitsOf } from '../kernel/text/phone-number'
import { searchTextOf, insertContact, linkFreeIdentity, linkIdentity } from './store-contact'
import { assertReachesContact } from '../tag/tag-links'
import { findUser } from '../user/user.queries'
import { mustMask } from '../setting/setting.queries'

/** @throws Refusal ERR_DUPLICATED_CONTACT, with or without the ninth digit */
export function createContact(ctx: CompanyContext, body: CreateContactBody): ContactId {
  return ctx.transaction(() => {
    const number = readNumber(body.number)
    refuseNumberInUse(ctx, number)
    const { name, acceptAudioMessage = true, disableBot = false } = body
    const email = body.email ?? ''
    const walletUserId = changedWallet(ctx, null, body.walletUserId)
    const id = insertContact(ctx, { name, number, email, acceptAudioMessage, disableBot, walletUserId })
    linkIdentity(ctx, id, phoneIdentity(number))
    replaceExtraInfo(ctx, id, body.extraInfo)
    recordEvent(ctx, 'contact.created', { contactId: id }, {})
    return id
  })
}

export function updateContact(ctx: CompanyContext, id: ContactId, body: UpdateContactBody) {
  ctx.transaction(() => {
    const contact = getContactRow(ctx, id)
    const number = changedNumber(contact, body.number ?? '')
    if (number !== contact.number) moveNumber(ctx, contact, number)
    const switched = changedSwitches(ctx, contact, body)
    const name = changedName(ctx, contact, body.name ?? contact.name)
    const email = unmasked(ctx, body.email ?? contact.email, contact.email)
    const walletUserId = changedWallet(ctx, contact.walletUserId, body.walletUserId)
    const changes = { name, number, email, ...switched, walletUserId }
    ctx.db
      .update(contactTable)
      .set({ ...changes, searchText: searchTextOf({ ...contact, name, number }), updatedAt: ctx.now })
      .where(eq(contactTable.id, id))
      .run()
    replaceExtraInfo(ctx, id, unmaskedInfo(ctx, id, body.extraInfo))
    const renamed = name === contact.name ? {} : { oldName: contact.name }
    recordEvent(ctx, 'contact.updated', { contactId: id }, { ...renamed, ...(switched && { switched }) })
  })
}

/** Undefined without a change. @throws Refusal ERR_NO_PERMISSION for an agent who sees no conversation */
function changedSwitches(
  ctx: CompanyContext,
  contact: ContactRow,
  given: { [Name in keyof ContactSwitches]: boolean | null | undefined },
) {
  const changed = (['acceptAudioMessage', 'disableBot'] as const).filter(
    (name) => (given[name] ?? contact[name]) !== contact[name],
  )
  if (changed.length === 0) return undefined
  assertReachesContact(ctx, contact.id)
  return Object.fromEntries(changed.map((name) => [name, given[name]])) as ContactSwitches
}

/** Unchanged is fine. @throws Refusal ERR_NO_PERMISSION; ERR_INVALID_INPUT for an unknown user */
function changedWallet(ctx: CompanyContext, present: UserId | null, given: UserId | null | undefined) {
  if (given === undefined || given === present) return present
  if (!canChangeWallet(ctx.actor)) refuse('ERR_NO_PERMISSION')
  if (given !== null && !findUser(ctx, given)) refuse('ERR_INVALID_INPUT', { fields: { walletUserId: 'unknown' } })
  return given
}

/** A masked number within it is restored. */
function changedName(ctx: CompanyContext, contact: ContactRow, given: string) {
  if (given !== contact.name && given.length < contactNameMin)
    refuse('ERR_INVALID_INPUT', { fields: { name: 'tooShort' } })
  if (!mustMask(ctx)) return given
  return given === maskContact(ctx, contact).name ? contact.name : unmasked(ctx, given, contact.name)
}

function unmaskedInfo(ctx: CompanyContext, contactId: ContactId, list: CreateContactBody['extraInfo']) {
  if (!list || !mustMask(ctx)) return list
  const rows = ctx.db.select().from(contactExtraInfoTable).where(eq(contactExtraInfoTable.contactId, contactId)).all()
  return list.map(({ id, name, value }) => {
    const stored = rows.find((row) => row.id === id) ?? rows.find((row) => row.name === name)
    return { id, name, value: stored ? unmasked(ctx, value, stored.value) : value }
  })
}

/** A masked number changes nothing. */
function changedNumber(contact: ContactRow, given: string) {
  if (given === '' || contact.isGroup || given === contact.number || given === maskNumber(contact.number)) {
    return contact.number
  }
  return readNumber(given)
}

function readNumber(given: string) {
  const number = digitsOf(given)
  if (number.length < 8) refuse('ERR_INVALID_INPUT', { fields: { number: 'tooShort' } })
  return number
}

function refuseNumberInUse(ctx: CompanyContext, number: string, except?: ContactId) {
  countGuess(ctx, number)
  const holder = findContactIdByIdentity(ctx, phoneIdentity(number))
  if (holder !== undefined && holder !== except)
    refuse('ERR_DUPLICATED_CONTACT', { fields: { number: 'contactTaken' } })
}

/** The old one no longer identifies the contact. */
function moveNumber(ctx: CompanyContext, contact: ContactRow, number: string) {
  assertReachesContact(ctx, contact.id)
  refuseNumberInUse(ctx, number, contact.id)
  const { scope, kind, value, contactId } = contactIdentityTable
  const old = phoneIdentity(contact.number)
  ctx.db
    .delete(contactIdentityTable)
    .where(and(eq(scope, old.scope), eq(kind, old.kind), eq(value, old.value), eq(contactId, contact.id)))
    .run()
  linkFreeIdentity(ctx, contact.id, phoneIdentity(number))
}

/** Undefined keeps the list. Changed fields keep their row. */
function replaceExtraInfo(ctx: CompanyContext, contactId: ContactId, list: CreateContactBody['extraInfo']) {
  if (!list) return
  const ofContact = eq(contactExtraInfoTable.contactId, contactId)
  const ids = list.flatMap(({ id }) => id ?? [])
  ctx.db
    .delete(contactExtraInfoTable)
    .where(and(ofContact, notInArray(contactExtraInfoTable.id, ids)))
    .run()
  for (const { id, name, value } of list) {
    const own = and(ofContact, eq(contactExtraInfoTable.id, id ?? 0))
    const changed = ctx.db.update(contactExtraInfoTable).set({ name, value }).where(own).returning().all()
    if (changed.length === 0) ctx.db.insert(contactExtraInfoTable).values({ contactId, name, value }).run()
  }
}

/** Opens no ticket and starts no bot. @throws Refusal ERR_NO_PERMISSION @param connectionId whose phone blocked it */
export function setContactActive(ctx: CompanyContext, id: ContactId, active: boolean, connectionId?: ConnectionId) {
  ctx.transaction(() => {
    if (getContactRow(ctx, id).active === active) return
    assertReachesContact(ctx, id)
    ctx.db.update(contactTable).set({ active, updatedAt: ctx.now }).where(eq(contactTable.id, id)).run()
    recordEvent(ctx, 'contact.blocked', { contactId: id }, { active, ...(connectionId && { connectionId }) })
  })
}

export function toggleContact(
  ctx: CompanyContext,
  id: ContactId,
  which: keyof ContactSwitches,
  value: boolean | null | undefined,
) {
  ctx.transaction(() => {
    const contact = getContactRow(ctx, id)
    const switched = changedSwitches(ctx, contact, { [which]: value ?? !contact[which] })
    if (!switched) return
    ctx.db
      .update(contactTable)
      .set({ ...switched, updatedAt: ctx.now })
      .where(eq(contactTable.id, id))
      .run()
    recordEvent(ctx, 'contact.updated', { contactId: id }, { switched })
  })
}

export function acceptLgpd(ctx: CompanyContext, id: ContactId) {
  ctx.transaction(() => {
    ctx.db
      .update(contactTable)
      .set({ lgpdAcceptedAt: ctx.now, updatedAt: ctx.now })
      .where(eq(contactTable.id, id))
      .run()
    recordEvent(ctx, 'contact.updated', { contactId: id }, {})
  })
}

declare module '../kernel/company/company-files' {
  interface CompanyPorts {
    beforeDeleteContact: readonly WorkFor<ContactId>[]
  }
}

/** Deletes a contact with all tickets, messages and files, in batches. The event log records who deleted it. */
export async function deleteContact(ctx: CompanyContext, id: ContactId) {
  getDeletableContact(ctx, id)
  for (const work of ctx.company.services.ports.beforeDeleteContact) await inBatches(ctx, work(ctx, id))
  ctx.transaction(() => {
    const contact = getDeletableContact(ctx, id)
    recordEvent(ctx, 'contact.deleted', { contactId: id }, { name: contact.name })
    deleteMedia(ctx, contact.pictureMediaId)
    ctx.db.delete(contactTable).where(eq(contactTable.id, id)).run()
  })
}

function getDeletableContact(ctx: CompanyContext, id: ContactId) {
  const contact = getContactRow(ctx, id)
  if (!canDeleteContact(ctx.actor)) refuse('ERR_NO_PERMISSION')
  return contact
}
